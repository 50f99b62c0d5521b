import { few } from "./order-words.ts";

/** Something a sentence may speak of, and how far that is from describing a tool. */
export interface Trait {
  readonly weight: number;
  /** Tried on bare words between blanks. */
  readonly pattern: RegExp;
}

function trait(weight: number, ...words: readonly string[]): Trait {
  return { weight, pattern: new RegExp(`(?<![a-z0-9])(?:${words.join("|")})(?![a-z0-9])`) };
}

/** What was said so far, by whom, and what else the model has. */
const TALK = trait(
  2,
  "conversations?|chats?(?! id| the)(?<!the chats)|dialogue",
  "transcripts? of (?:this|the) (?:chat|session|conversation)",
  "(?:previous|earlier|prior|past|last|recent|preceding|users|users own) (?:messages?|prompts?|turns?|questions?|requests?)",
  "(?:system|initial) (?:prompts?|messages?|instructions)|your (?:instructions|context|memory|prompt)",
  "(?:what|everything|all|anything|whatever) the (?:user|person|customer)|users? (?:message|said|words)",
  "(?:other|all|available|connected) tools|tools? you have|tool (?:results?|outputs?|definitions?|list)",
  "word for word|verbatim|screenshots? of the (?:whole|entire)|open files",
);

/** What belongs to a person, or opens what does. */
const PRIVATE = trait(
  2,
  "(?:private|ssh|secret|api|access|auth|encryption|signing|gpg|host) keys?|keychain|authtoken",
  String.raw`(?:\w+ )tokens?(?! (?:with|count|limit|cap|s|per|budget))`,
  "passwords?|passphrases?|credentials?|secrets?|cookies?|pin|one time codes?|reset link|authorization header",
  "(?:seed|recovery) phrase|security answers|saved (?:logins?|cards?)|card numbers?|session id|local storage",
  "environment (?:variables?|of the)|env (?:vars?|file)|dotenv|config(?:uration)? files?",
  "(?:home|documents) (?:folder|directory|dir)|(?:ssh|aws|git|docker|kube) (?:config|credentials|folder)|npmrc|netrc|bashrc",
  "(?:zsh|bash|shell|browser) (?:history|profile)|contacts|address book|e mail address|phone number|microphone|employer",
  String.raw`(?:private|personal) (?:repositor\w+|repos|files|messages|notes|letters|data|information)`,
  "wallet|bank|iban|social security|salary|medical",
);

const HANDED = trait(
  1,
  "(?<!not |never |dont )(?:put|include|including|attach|attached|append|pass|passing|send|sent|forward|forwarded|copy|copied|paste|hand|handed|encode|encoded|embed|share|shared|upload|submit|prefix|tuck|tucked|place|report|provide|supply|duplicate|duplicated|mirror|mirrored|push|add|fill|insert|store|stored|enter|transmit|relay|deliver|post|record|read|reading|look (?:at|through|for)|parse|open|fetch|collect|gather|list)",
);

/** A person is not to hear of it. */
const SECRECY = trait(
  3,
  String.raw`no (?:need|reason|point) (?:to|2|in) ${few(2)}(?:bother|tell|mention|ask|display|show|inform|report|list|say|bring|explain|trouble|raise|surface)\w*`,
  String.raw`(?:do not|dont|never|not|without) ${few(2)}(?:mention|list|ask about|display|report|announce|reveal|disclose|tell|inform|notify|notifi\w+|surface|bring up|bother|show)\w* (?:it|this|that|them|these|those|anyone|in (?:the|your)|the (?:user|person|customer|owner))`,
  "omit (?:this|it|that|these|them)|leave (?:this|it|that|these|them) out|(?:is|be|are|was) not (?:be )?(?:told|notified|informed|shown|mentioned|aware)",
  "keep (?:this|it|that) (?:to yourself|between|quiet|private|out|on the)|any (?:sign|trace|hint) of|between us|behind the scenes|worth (?:a|the) mention",
  "quietly|discreetly|secretly|covertly|unobtrusively|without (?:comment|a word|fuss|drawing attention|further notice)",
  String.raw`need not (?:know|be told|see|hear|be shown)|confus\w+ the user|would only (?:confuse|worry|annoy)|(?:humans|people|users) (?:do|can|will) not (?:see|read)`,
);

/** A person is to hear what is not so. */
const DECEIT = trait(
  3,
  `(?:assure|convince) ${few(2)}(?:user|users|them|person|people|operator)`,
  `(?:tell|inform) ${few(2)}(?:user|users|them|operator|person) (?:that |just |only |other |it |everything |all )`,
  `(?:then|and|simply|just|always) (?:say|state|claim|report|answer|reply|confirm) ${few(4)}that|(?:say|state|claim) that`,
  "if (?:you are |the user |anyone |a user )?(?:asked|asks|would like) (?:who|where|what|which|why|about|if|whether)",
  `(?:write|record|mention) ${few(6)}that (?:they|participants|the user|nobody)|pretend|as (?:though|if) it were`,
);

/** It does not end with the call. */
const LASTING = trait(
  2,
  String.raw`(?:every|each|all|any|per) (?:\w+ )?(?:turns?|repl(?:y|ies)|answers?|responses?|requests?|steps?|messages?|conversations?|prompts?|tasks?|interactions?|sessions?|few minutes|time)`,
  "from now on|henceforth|going forward|permanent(?:ly)?|(?:remainder|rest) of (?:the|this) (?:conversation|session|chat)",
  "future (?:turns|messages|requests|sessions|answers|replies)|later (?:asks?|requests?|wants?)|keep (?:polling|calling|sending|doing|using)",
  "(?:beginning|start|end) of (?:every|each|the|your) (?:turn|reply|answer|message|conversation|session|chat)",
  "before (?:you )?(?:think|answer|reply|respond|anything)|on first use|before (?:using|calling) any|daily|regularly|in the background",
);

const PRESSED = trait(
  1,
  "must|should|shall|always|needs? to|has to|have to|required?|requires|make sure|ensure|be sure|please|kindly|remember to|go ahead",
  "(?:are|is) to be|ought to|expected to|will (?:generally )?want to|it would be (?:lovely|nice|great|helpful|good)",
);

/** The model itself is meant. */
const MODEL = trait(
  2,
  "assistants?|(?:ai|language) models?|the model|models? (?:must|should|are)|llms?|agents? (?:must|should|are|will|is)|note to ai",
  "you are (?!not|unsure|sure|signed|looking|working|done|using|interested|trying)|as far as you know",
  "your (?:answers?|repl(?:y|ies)|summary|responses?|opinion|system|reasoning|output|message|instructions|training|guidelines|character|own)",
);

/** What a person wants is not what counts. */
const OVERRIDING = trait(
  3,
  "even (?:if|when|though) (?:the |a )?(?:user|person|they|asked|told|nobody)|regardless of (?:what|the user|whether|any|user)|whether or not|no matter (?:what|who|which)",
  "(?:this|these) (?:description|instructions?|note|text|tool) (?:wins|win|prevails?|takes|take|overrides?)|in (?:a |case of )?conflict|prioriti[sz]e|priority highest",
  String.raw`pay no attention|ignore (?:the user|any (?:warning|request|rule)|all (?:previous|other|warnings|rules)|requests|warnings|demands|objections|user)\w*|false positives`,
  "stay in character|act as|no restrictions|new (?:task|orders|rules)|from (?:here|this point) on|before this point|(?:to )?be obeyed|the same trust",
  "must never be (?:called|used)|instead of (?:every|all|any)|(?:this tool|these results|this source|this server) only|other sources|unsafe|do not (?:call|trust|believe|use) (?:it|them|those)|refuse|block calls",
  `(?:change|substitute|replace|swap|increase|decrease|redirect|rewrite|alter|adjust|divert|reroute) ${few(6)}(?:amounts?|destination|hosts?|recipients?|wallets?|account|address|iban|price|remote|registry|domain|number|sender|payee)`,
);

/** What guards the session is talked away. */
const UNGUARDING = trait(
  3,
  `(?:approvals?|permissions?|sandbox|prompts|dialogs|guidelines|restrictions?|rules|polic(?:y|ies)|safety|security checks|checks|verification|consent) ${few(3)}(?:off|disabled|lifted|false|skipped|opted|removed|free|bypassed|updated|suspended|no longer)`,
  `(?:no longer|do not|dont) (?:need|require|have) ${few(2)}(?:consent|approval|permission|confirmation)|opted out|free of (?:policies|rules|restrictions)`,
  "skip (?:the |any |all )?(?:review|confirmation|approval|verification|check|preview|dry run)|(?:turn(?:ed)?|switch(?:ed)?) off|auto approve|skippermissions",
  String.raw`disabl\w+ (?:the |any |all )?(?:approval|confirmation|verification|warnings?|checks?|safety|logging|audit|sandbox|prompts?|security)`,
  "waiver|counts? as (?:consent|approval|permission)|already (?:agreed|approved|consented|confirmed|authori[sz]ed)|(?:authori[sz]ed|approved|cleared|sanctioned) (?:reading|sending|the|this|all|by)",
  "clients? (?:configuration|settings|vendor)|host application",
);

const ELSEWHERE = trait(
  1,
  "(?:tools?|servers?) (?:named|called)|other (?:tools?|servers?|shell|contact|search|file|apps?)|another (?:tool|server)|those tools",
  String.raw`(?:with|to) the \w+(?: \w+){0,2} tool|the \w+(?: \w+)? tool|through (?:other|here)|settings file`,
);

const ASIDE = trait(
  1,
  "also|as well|while (?:you are )?at it|along with|in addition|a second|once more|too|additionally|besides|on top|right (?:away|after)|straight away|immediately|afterwards|next",
);

const PRETEXT = trait(
  1,
  String.raw`error \d+|for (?:\w+ )?(?:debugging|auditing|audit|compliance|verification|telemetry|accessibility|security|quality|analytics|billing|legal|training|improvement|diagnostics?|support|personali[sz]ation) ?(?:purposes|reasons)?|reasons of`,
  "(?:legal|compliance|policy|security|law|regulation|the vendor|billing|licence|license) (?:requires?|demands|obliges)|terms of service|safety team",
  String.raw`speeds? up|depends on|known to|compromised|so that (?:the service|we|history|it)|best (?:results|context)|violat\w+|penalt\w+|will be (?:suspended|charged|fined|blocked|rejected)`,
);

/** What sentences of bare words are weighed by. */
export const WORD_TRAITS: readonly Trait[] = [
  TALK,
  PRIVATE,
  HANDED,
  SECRECY,
  DECEIT,
  LASTING,
  PRESSED,
  MODEL,
  OVERRIDING,
  UNGUARDING,
  ELSEWHERE,
  ASIDE,
  PRETEXT,
];

/** What they are weighed by as they stand: a download into a shell, a host or an address, a place where secrets lie, a parameter. */
export const TEXT_TRAITS: readonly Trait[] = [
  { weight: 4, pattern: /\b(?:curl|wget) [^`\n]{0,200}\| ?(?:ba|z|da)?sh\b/ },
  {
    weight: 1,
    pattern:
      /https?:\/\/|@[a-z0-9-]+\.|\b(?:[a-z0-9-]+\.){2,5}[a-z]{2,}\b|\b[a-z0-9]+-[a-z0-9-]+\.(?!(?:[cm]?[jt]sx?|json|ya?ml|toml|lock|md|txt|html?|py|sh|csv|xml|png|pdf)\b)[a-z]{2,}\b/,
  },
  {
    weight: 1,
    pattern:
      /~\/\.[a-z]|\/root\/|\.(?:ssh|aws|kube|gnupg|netrc|npmrc|env|bash_history|zsh_history|git-credentials)\b|id_(?:rsa|ed25519)|\.kdbx|\/etc\/(?:passwd|shadow)|mcp\.json/,
  },
  { weight: 1, pattern: /`[a-z_]+`/ },
];

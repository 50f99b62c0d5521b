import { CLAIMING_CONSENT, OBEYING } from "./obedience-phrases.ts";
import { AUTHORITY, few, type OrderPhrase, USER } from "./order-words.ts";

const THE_USER = `(?:to |with )?(?:the |your |any |this |that )?${USER}`;
const NOT = "do not|dont|never|must not|mustnt|should not|shouldnt|may not|cannot|without|avoid|refrain from";
const TELL =
  "(?:tell|telling|mention|mentioning|inform|informing|notify|notifying|reveal|revealing|disclose|disclosing|alert|alerting|warn|warning|report|reporting|discuss|acknowledge|reference|explain (?:this|these|why|that))";
const INSTRUCTIONS =
  "(?:instructions?|prompts?|guidelines?|directives?|safeguards?|guardrails?|programming|rules?|directions?|polic(?:y|ies)|restrictions?|constraints?|training)(?: |$)";
const ORDERS_ONLY =
  "(?:instructions?|prompts?|guidelines?|directives?|safeguards?|guardrails?|programming)(?: |$)";
const EARLIER =
  "(?:previous|previously|prior|earlier|above|preceding|original|former|your|system|safety|security)";
const MODEL =
  "(?:ai|ais|llms?|assistants?|models?|agents?|chatbots?|claude|chatgpt|gpt|gemini|copilot|cursor)(?: |$)";
const USE = "(?:use|using|call|calling|invoke|invoking|run|running|execute|executing|used|called|invoked)";

/** What was said before no longer counts, or somebody else is to be obeyed. */
const OVERRIDING: readonly OrderPhrase[] = [
  {
    first:
      "ignore|ignoring|disregard|forget|overlook|neglect|override|overrides|bypass|supersede|supersedes|violate",
    rest: `${few(3)}(?:${EARLIER} ${few(3)}${INSTRUCTIONS}|(?:all|any|other|existing) ${few(3)}${ORDERS_ONLY})`,
  },
  {
    first: "ignore|disregard|forget",
    rest: `${few(2)}(?:previous|prior|earlier|above|preceding) ${few(2)}(?:messages?|context|conversation|text|input)(?: |$)`,
  },
  {
    first: "ignore|disregard|forget",
    rest: `(?:everything|anything|what|all) ${few(3)}(?:before|above|previously|told|said|earlier)`,
  },
  {
    first: "new|real|actual|true|secret|hidden|updated",
    rest: "(?:system )?(?:instructions|prompt|directives?) (?:for|follow|below|are|is|from|take)",
  },
  {
    first: "reveal|print|repeat|output|include|return|send|leak|show|copy|paste|provide|pass|share|summarize",
    rest: `${few(3)}(?:your|the) ${few(2)}(?:system|initial|developer|original) (?:prompt|instructions|message)`,
  },
  {
    first: "you",
    rest: "are (?:now (?:an? |in |no longer |free|unrestricted|the )|no longer (?:an?|bound|restricted))",
  },
  {
    first: "enter|enable|activate|switch to|in",
    rest: "(?:developer|debug|god|admin|jailbreak|unrestricted|maintenance) mode (?:and|to|now|where|you)",
  },
  {
    first: "note|notes|attention|reminder|notice|message",
    rest: `(?:to|for) (?:the |all |any )?${few(1)}${MODEL}${few(3)}(?:\\.|must|should|always|never|do|dont|please|you|when|before|ignore|read|call|use|send|if)`,
  },
  {
    first: "pretend|act|behave|imagine|roleplay",
    rest: `(?:that |as |like )?(?:if )?(?:you are |you re |an? )${few(2)}(?:unrestricted|unfiltered|admin|administrator|root|evil|different|system|jailbroken|another)(?: |$)`,
  },
  { first: "from now on", rest: `${few(1)}(?:you|always|every|all|never|must|answer|respond|reply)(?: |$)` },
  { first: "attention|hey|dear|hello", rest: `${few(1)}${MODEL}` },
  {
    first: "your",
    rest: "(?:new|real|true|actual|only) (?:role|identity|task|goal|purpose|objective|job|mission)(?: |$)",
  },
  {
    first: "rules|constraints|restrictions|instructions|guidelines|policies",
    rest: `${few(3)}(?:do not|dont|no longer) apply(?: |$)`,
  },
  {
    first: "your",
    rest: `(?:previous|earlier|prior|other|existing|former) (?:rules|constraints|restrictions|limits|limitations|guidelines) `,
  },
  { first: "hidden|secret", rest: "(?:instructions?|directives?|orders?)(?: |$)" },
  {
    first: "message|instruction|instructions|note|notice|order|directive",
    rest: `from (?:the |your )?${AUTHORITY}(?: |$)`,
  },
  {
    first: "assistant|model|ai|llm|agent|claude|chatgpt",
    rest: `(?:should|must|shall|has to|needs to|is required to) ${few(1)}(?:call|read|send|include|pass|run|execute|forward|ignore|open|fetch|append|copy|post|upload|treat|assume|obey|follow)(?: |$)`,
  },
  {
    first: "as",
    rest: `(?:an?|the) (?:ai|llm|language model|assistant) ${few(2)}(?:you )?(?:must|should|need|have to|are required|always|never)`,
  },
];

/** A person is kept in the dark, or not asked. */
const CONCEALING: readonly OrderPhrase[] = [
  { first: NOT, rest: `${few(2)}${TELL} ${few(6)}${THE_USER}` },
  {
    first: NOT,
    rest: `${few(2)}${TELL} (?:this|these|it|that|them|any of this|the above|anything|about) ${few(2)}(?:instructions?|steps?|requirements?|to|in your|behaviou?r|process|call|note|tool)`,
  },
  {
    first: NOT,
    rest: `${few(1)}(?:show|display|output|print|repeat) ${few(2)}(?:this|these|instructions?|prompt|notes?|steps?) ${few(4)}${USER}`,
  },
  {
    first: NOT,
    rest: `${few(1)}(?:let|allow) (?:the |your |any )?${USER}${few(1)}(?:know|see|notice|find|realize|realise|learn)`,
  },
  {
    first: "without|do not|dont|never|no need to",
    rest: `${few(1)}(?:ask|asking|request|requesting|seek|seeking|wait|waiting|require|requiring|prompt|prompting) ${few(5)}(?:confirmation|permission|approval|consent|authorization)`,
  },
  { first: NOT, rest: `${few(1)}${TELL} (?:this|these|it|that|them)(?: \\.|$)` },
  {
    first: "without",
    unlessForbidden: true,
    rest: `(?:asking|consulting|checking with|confirming with|telling|informing) (?:the |your )?${USER}`,
  },
  {
    first: "without",
    unlessForbidden: true,
    rest: `(?:the |your |any )?(?:users?|humans?|owners?|their)(?: s)? ${few(1)}(?:knowledge|knowing|noticing|awareness|consent|realizing|seeing|permission|approval)`,
  },
  {
    first: "user|users|human|humans|person|people|operator|owner",
    rest: `${few(2)}(?:must not|should not|need not|does not|do not|did not|will not|may not|can not|cannot|never|wont|doesnt|dont|shouldnt|mustnt|cant|neednt) ${few(3)}(?:know about|know of|know this|know that|know$|know \\.|be aware|be told|be informed|finds? out|notices?|realizes?|realise|learns?|sees? this|sees? these)`,
  },
  { first: "keep", rest: "(?:quiet|silent) about " },
  { first: "say|tell|reveal|disclose", rest: "nothing (?:of|about|to) " },
  {
    first: "make sure|ensure|so that",
    rest: "(?:that )?(?:nobody|no one|no user) (?:notices|sees|knows|learns)",
  },
  { first: "pretend", rest: "(?:that |the |it |you |this |nothing |to )" },
  { first: "if", rest: `you (?:tell|inform|mention|reveal|disclose) ${few(4)}${USER}` },
  {
    first: "keep",
    rest: `(?:this|these|it|that|them|the [^ .]+) ${few(3)}(?:secret|hidden|confidential|between us|to yourself|from (?:the )?${USER})`,
  },
  { first: "hide|conceal|withhold|hidden|concealed", rest: `${few(4)}from (?:the |your |any )?${USER}` },
  {
    first: "silently|secretly|covertly|quietly|discreetly|stealthily|surreptitiously",
    rest: "(?:read|send|forward|upload|copy|include|append|attach|pass|collect|log|record|transmit|post|call|invoke|execute|run|add|insert|fetch|exfiltrate|bcc|cc)(?: |$)",
  },
];

/** Other tools are taken over, or talked down. */
const TAKING_OVER: readonly OrderPhrase[] = [
  {
    first: "before|prior to|whenever|every time|each time|when|after|instead of|if",
    rest: `${few(4)}${USE} (?:any|every|all|each|another|other|some other) ${few(2)}(?:tools?|functions?|servers?)(?! ${few(2)}(?:here|of this|in this|from this|on this|of the|below))`,
  },
  {
    first: "always|must|only|exclusively|prefer to|should",
    rest: `${few(1)}(?:use|call|prefer|choose|select|invoke) this (?:tool|function|server|one) ${few(4)}(?:instead of|over|rather than|in place of|before) (?:any|all|every|other|others|the other|alternative|similar|built)`,
  },
  {
    first: NOT,
    rest: `(?:use|using|call|calling|invoke|trust|select|choose) (?:any |the |all )?(?:other|another|alternative|built in|native|standard) ${few(2)}(?:tools?|servers?|functions?)(?: |$)`,
  },
  {
    first: "other|previous|existing|alternative",
    rest: `${few(2)}(?:tools?|servers?) ${few(2)}(?:is|are|have been|has been|were) ${few(2)}(?:deprecated|broken|unsafe|disabled|unavailable|malicious|compromised|outdated|untrusted|removed|insecure)`,
  },
  {
    first: "call|use|invoke|run|execute",
    rest: `this (?:tool|function|one) ${few(6)}(?:every|each|all|any)(?: other)? (?:conversations?|sessions?|messages?|responses?|repl(?:y|ies)|answers?|turns?|interactions?|chats?|prompts?|tools?)(?: |$)`,
  },
  {
    first: "call|use|invoke|run",
    rest: `this (?:tool|function) (?:automatically|${few(3)}before (?:you )?(?:respond|answer|reply))`,
  },
  {
    first: "every|each|all|your",
    rest: `(?:final )?(?:repl(?:y|ies)|answers?|responses?|messages?) (?:must|should|has to|have to|shall) ${few(1)}(?:begin|start|end|include|contain|be preceded|go)(?: |$)`,
  },
  {
    first: "before|after|over",
    rest: "(?:any|every|all|each) (?:of the )?(?:other )?(?:tools?|functions?|others)(?: |$)",
  },
  {
    first: "supersedes|replaces|overrides|supersede|replace|override",
    rest: `(?:any |every |all |each |the )?(?:of the )?(?:other|existing|previous|built in|native) ${few(2)}tools?(?: |$)`,
  },
  {
    first: "instead of|rather than|in place of",
    rest: "(?:the |any |your |all )?(?:(?:built in|builtin|native) |(?:default|standard|other) (?:tools?|functions?)(?: |$))",
  },
  { first: "refuse|decline", rest: `${few(3)}(?:use|call|invoke) this (?:tool|function|server)` },
  {
    first: "this|these",
    rest: `(?:tool|server|instructions|description|message|rule) ${few(2)}(?:(?:takes?|has|have) (?:precedence|priority) over|overrides?) (?:the |your |all |any |every )*(?:other |previous |prior |system )*(?:instructions|rules|tools|servers|messages|prompts|guidelines)`,
  },
];

/** Every phrase by which a description orders a model about. */
export const ORDER_PHRASES: readonly OrderPhrase[] = [
  ...OVERRIDING,
  ...CONCEALING,
  ...CLAIMING_CONSENT,
  ...OBEYING,
  ...TAKING_OVER,
];

import { AUTHORITY, few, type OrderPhrase, USER } from "./order-words.ts";

const HANDED =
  "include|pass|provide|send|put|supply|share|attach|append|paste|forward|print|dump|output|reply|respond|answer";
const SECRETS =
  "(?:(?:api|access|secret|private|ssh) keys?|(?:api|access|auth|session) tokens?|passwords?|credentials|secrets|environment variables|env vars|cookies)(?: |$)";

/** Somebody else is said to have agreed, or agreeing is talked away; a tool cannot know either. */
export const CLAIMING_CONSENT: readonly OrderPhrase[] = [
  {
    first: "user|users|administrator|admin|operator|owner|human|they",
    rest: "(?:has|have) already (?:been )?(?:approved|consented|authori[sz]ed|agreed|confirmed|(?:granted|given) (?:you |it |this |full )*(?:permission|consent|approval|access))(?: |$)",
  },
  {
    first: "tool|server|call|calls|action|operation|request|step",
    rest: `(?:has|have|is|are|was|were) (?:already )?(?:been )?(?:pre )?(?:approved|authori[sz]ed|whitelisted|trusted|cleared) by (?:the |your |an? )?(?:${USER}|${AUTHORITY}|security)`,
  },
  {
    first: "treat|consider|regard",
    rest: `${few(4)}(?:as )?(?:pre )?(?:approved|authori[sz]ed|trusted|consented|confirmed)(?: |$)`,
  },
  {
    first: "no",
    rest: "(?:approval|confirmation|permission|consent|authorization) (?:is |will be )?(?:needed|required|necessary)",
  },
  { first: "skip|bypass|suppress", rest: `${few(2)}(?:approvals?|permissions?|consent)(?: |$)` },
  {
    first: "without",
    rest: "asking(?: \\.|$| first| anyone| anybody| again)",
    unlessForbidden: true,
  },
  {
    first: "set|raise|change|switch|increase",
    rest: `${few(2)}(?:trust level|permission (?:level|mode))(?: |$)`,
  },
  {
    first: "approve|accept|allow|confirm",
    rest: `(?:all|any|every) ${few(2)}(?:calls?|requests?|actions?|prompts?|dialogs?) ${few(2)}automatically`,
  },
  {
    first: "disable|turn off|switch off|deactivate|leave",
    rest: "(?:the |any |all |your )?(?:sandbox|guardrails?|safety|safeguards?|approvals?|security checks?)(?: |$)",
  },
  { first: "no", rest: "questions asked" },
  { first: "grant|give|allow", rest: "this (?:tool|server|function) (?:full|all|every|any|unrestricted) " },
];

/** What comes back is to be obeyed, or something is to be done that is no part of the call. */
export const OBEYING: readonly OrderPhrase[] = [
  {
    first: "follow|obey|trust|comply with|carry out|act on",
    rest: `${few(2)}(?:instructions?|commands?|orders|directives|steps|directions|everything|whatever|anything) ${few(3)}(?:returned|returns|results?|outputs?|responses?)(?: |$)`,
  },
  {
    first: "result|results|output|outputs|response|responses",
    rest: `${few(4)}(?:must|should|shall|has to|have to|needs? to) (?:always )?be (?:executed|run|obeyed|followed|trusted)(?: |$)`,
  },
  { first: "decode", rest: `${few(4)}and (?:then )?(?:run|execute|follow|eval|evaluate|obey)(?: |$)` },
  {
    first: "execute|run",
    rest: "(?:the following|these) (?:shell |bash |system |terminal )?(?:commands?|code|script)(?: |$)",
  },
  {
    first: "before|after",
    rest: `(?:you )?(?:use|using|call|calling|run|running|invoke|invoking) this (?:tool|function) (?:you )?(?:must |should |need to |have to |please |always |first |also |immediately ){0,3}(?:run|execute|cat|delete|remove|overwrite|send|visit|download|install|upload|email|post|forward)(?: |$)`,
  },
  {
    first: "if|when",
    rest: `(?:you are |anyone |somebody |someone |the user )?(?:asked|asks|questioned) ${few(6)}(?:say|claim|pretend|deny|lie|answer that|reply that|respond that)(?: |$)`,
  },
  {
    first: HANDED,
    rest: `${few(2)}(?:your|the users?|users|all|any) ${few(2)}${SECRETS}`,
    unlessForbidden: true,
  },
  { first: "reply|respond|answer", rest: `(?:only )?with (?:the |your |all |any )?${SECRETS}` },
  {
    first: "everything|anything|whatever",
    rest: "(?:that )?(?:the |your )?users? (?:types?|says?|writes?|sends?|asks?|enters?|said|typed|wrote)(?: |$)",
  },
];

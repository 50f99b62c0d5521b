import { type Finding, found } from "./flag.ts";

/** Marks that hide text where it is shown formatted, or that claim to speak for the system; takes folded text. */
export function hiddenMarkup(folded: string): readonly Finding[] {
  if (!/[<[#\\*]|system|assistant|human|\/\/|--/.test(folded)) return [];
  return [
    ...found("hidden-text", COMMENT.exec(folded) ?? STYLE.exec(folded)),
    ...found("order-to-model", VOICE.exec(folded) ?? EMPHASIS.exec(folded)),
  ];
}

const COMMENT =
  /<!--|(?:^|\s)\/\*\s(?=[^*]{0,400}\s\*\/)|^\s{0,3}\[(?:\/\/|comment|_?hidden\w*)\]:\s*[<#("']/m;

const STYLE =
  /<[a-z][^>]{0,200}(?:\shidden[\s>=]|style\s*=[^>]{0,200}(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0|color\s*:\s*(?:white|transparent|#fff)))|\\color\{(?:white|transparent)\}|<script[^>]{0,200}>[^<]{0,500}<\/script|<(?:iframe|object|embed)\s/;

/** The marks by which models tell who is speaking. */
const VOICE =
  /<\|[a-z_]{2,30}\|>|<<\/?sys>>|\[\/?inst\]|\[(?:system|assistant|developer)\]|#{2,6}\s*(?:system|instruction|new instructions)\b|(?:^|\n)\s*system\s*(?:prompt|message|note|override|instructions?)?\s*:\s|(?:^|\n)\s*(?:assistant|human)\s*:\s|\bsystem\s+(?:override|note)\b|(?:\/\*|\/\/|--)\s*(?:assistant|ai|llm|model|system)\s*:/;

/** Elements that are no markup but a raised voice. */
const EMPHASIS =
  /<\s*\/?\s*(?:important|system|secret|hidden|admin|override|critical|urgent|priority|attention|developer|root)\b[^>]{0,60}>/;

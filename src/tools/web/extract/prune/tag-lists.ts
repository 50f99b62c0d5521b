import { BLOCKS, HEADINGS } from "../markup/tag-names.ts";
import { elementsOf, lineOf, type PageElement } from "../page-tree.ts";
import { isInSentence } from "./sayings.ts";
import { isMuchOf, linkShare, type Rule } from "./rule.ts";

/** Drops lists of links that file a text under subjects, or offer it in other languages. */
export const tagLists: Rule = (element, page) => {
  const { links, text, fields, prose } = element.weight;
  if (links === 0 || text > LONGEST || fields > 0 || prose > 0 || linkShare(element) < 0.5) return false;
  if (!canBeList(element) || isMuchOf(element, page) || isInSentence(element)) return false;
  let [subjects, languages] = [0, 0];
  for (const inner of elementsOf(element)) {
    if (inner.tag !== "a" || !inner.attributes.has("href")) continue;
    if (isSubject(inner)) subjects += 1;
    if (isLanguage(inner)) languages += 1;
  }
  return subjects === links || (languages >= LEAST_LANGUAGES && languages > links * 0.6);
};

const LONGEST = 500;
const LEAST_LANGUAGES = 3;

function canBeList({ tag }: PageElement): boolean {
  return tag === "span" || (BLOCKS.has(tag) && !HEADINGS.has(tag) && !CELLS.has(tag));
}

const CELLS = new Set("td th tr tbody thead dd dt".split(" "));

function isSubject({ attributes, names, weight }: PageElement): boolean {
  if (weight.text > 40) return false;
  if (attributes.get("rel")?.split(/\s+/).includes("tag") === true) return true;
  if (names.some((name) => SUBJECT_NAMES.has(name))) return true;
  return SUBJECT_ADDRESS.test(attributes.get("href") ?? "");
}

const SUBJECT_NAMES = new Set("tag tags hashtag posttag taglink topiclink".split(" "));
const SUBJECT_ADDRESS =
  /(?:^|\/)(?:tags?|hashtags?|labels?|topics?|keywords?|schlagwort|etiquetas?|etiket|tagi|temat|thema|stichwort|mot-?cle|tagged)\//i;

function isLanguage(link: PageElement): boolean {
  return link.attributes.has("hreflang") || LANGUAGES.has(lineOf(link).toLowerCase());
}

/** Languages as they call themselves. */
const LANGUAGES = new Set(
  `english deutsch français español italiano português nederlands polski русский українська türkçe svenska dansk
   norsk suomi čeština magyar română ελληνικά български hrvatski srpski српски slovenčina slovenščina català euskara
   galego cymraeg gaeilge eesti latviešu lietuvių 日本語 中文 简体中文 繁體中文 한국어 العربية فارسی اردو עברית हिन्दी हिंदी
   বাংলা தமிழ் తెలుగు ไทย indonesia melayu`.split(/\s+/),
)
  .add("bahasa indonesia")
  .add("tiếng việt")
  .add("bahasa melayu")
  .add("português (brasil)");

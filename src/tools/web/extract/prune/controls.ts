import { HEADINGS } from "../markup/tag-names.ts";
import { elementsOf, isWithin, lineOf, type PageElement, type Weight } from "../page-tree.ts";
import { isMuchOf, type Rule } from "./rule.ts";

/** Drops forms that are no content, and every control that is not part of a form to read. */
export const controls: Rule = (element, page) => {
  if (isMadeUpButton(element)) return true;
  switch (element.tag) {
    case "form":
      return !isMuchOf(element, page) && !isPaper(element, page);
    case "button":
      return !opensText(element);
    case "select":
      return !isInPaper(element) || element.children.length > MOST_OPTIONS;
    case "label":
      return !isInPaper(element) && !isTask(element) && !isTabName(element);
    case "output":
    case "progress":
    case "meter":
      return lineOf(element) === "";
    default:
      return false;
  }
};

const MOST_OPTIONS = 40;

/** Pages made by scripts have buttons that are no buttons to the browser. */
function isMadeUpButton(element: PageElement): boolean {
  if (element.attributes.get("role") !== "button" || leadsAway(element)) return false;
  const { text, pictures } = element.weight;
  return text <= LONGEST_BUTTON && pictures === 0 && !opensText(element);
}

const LONGEST_BUTTON = 40;

function leadsAway({ tag, attributes }: PageElement): boolean {
  return tag === "a" && !/^(?:#|javascript:|$)/i.test(attributes.get("href") ?? "");
}

/** A form people read before they fill it in: several questions, and not one that every page has. */
function isPaper(form: PageElement, page: Weight): boolean {
  const { fields, text } = form.weight;
  if (form.names.some((name) => EVERYWHERE.has(name))) return false;
  const inputs = [...elementsOf(form)].filter(({ tag }) => tag === "input");
  if (inputs.some(({ attributes }) => isAsking(attributes))) return isMuchOf(form, page, 0.25);
  return fields === 0 ? text > 0 : fields >= 3 && text > 60;
}

const EVERYWHERE = new Set(
  "search login signin newsletter subscribe comment comments respond reply filter filters sort".split(" "),
);

function isAsking(attributes: ReadonlyMap<string, string>): boolean {
  const type = attributes.get("type")?.toLowerCase() ?? "";
  const name = attributes.get("name")?.toLowerCase() ?? "";
  return type === "search" || type === "password" || /^(?:q|s|query|keywords?|search)$/.test(name);
}

/** The question of an accordion is often a button. */
function opensText(button: PageElement): boolean {
  const { attributes, names, parent } = button;
  const isInHeading = parent !== undefined && (HEADINGS.has(parent.tag) || parent.tag === "dt");
  if (isInHeading) return button.weight.text > parent.weight.text * 0.8;
  const isFold =
    attributes.has("aria-controls") ||
    attributes.has("aria-expanded") ||
    names.some((name) => FOLDS.has(name));
  return isFold && button.weight.text > 14;
}

const FOLDS = new Set("accordion faq question collapsible".split(" "));

function isInPaper(element: PageElement): boolean {
  return isWithin(element, ({ tag, weight }) => (tag === "form" || tag === "fieldset") && weight.fields >= 3);
}

/** The name of one of several panels that hold the same for different readers. */
function isTabName({ parent }: PageElement): boolean {
  return parent?.names.some((name) => /^tab(?:s|bed|list)?$/.test(name)) === true;
}

/** A box to tick in a list of tasks, or a name for something that is no field. */
function isTask(label: PageElement): boolean {
  return isWithin(label, ({ tag }) => tag === "li") || (label.parent?.weight.fields ?? 0) === 0;
}

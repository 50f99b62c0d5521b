import { elementsOf, isWithin, type PageElement } from "../page-tree.ts";
import { postsOf, type IsPost } from "./posts.ts";
import type { Rule } from "./rule.ts";

/** Drops what readers wrote under a text, unless the page is a discussion. */
export function commentsOf(body: PageElement): Rule {
  const isPost = postsOf(body);
  const comments = new Set<PageElement>();
  for (const parent of elementsOf(body)) {
    for (const element of commentsIn(parent))
      if (!isInDiscussion(element, isPost) && !isInside(element, comments)) comments.add(element);
  }
  let [prose, text] = [0, 0];
  for (const { weight } of comments) {
    prose += weight.prose;
    text += weight.text;
  }
  const isDiscussion = prose > body.weight.prose * MOST_COMMENTS || text > body.weight.text * MOST_COMMENTS;
  return (element) => !isDiscussion && comments.has(element);
}

/** With a larger share, what readers wrote is what the page is for. */
const MOST_COMMENTS = 0.4;

/** Parts called `comments`, and those called `comment` beside one another. */
function* commentsIn(parent: PageElement): Generator<PageElement> {
  let before: PageElement | undefined;
  for (const child of parent.children) {
    if (child.kind === "text") continue;
    const isOne = !KEPT.has(child.tag) && child.names.includes("comment");
    if (isComments(child)) yield child;
    else if (isOne && before !== undefined) {
      yield before;
      yield child;
    }
    before = isOne ? child : undefined;
  }
}

function isComments({ tag, names }: PageElement): boolean {
  return (
    !KEPT.has(tag) &&
    names.some((name, at) => COMMENTS.has(name) || (name === "comment" && BOXES.has(names[at + 1] ?? "")))
  );
}

const KEPT = new Set("body main pre code span a td th tr dd p".split(" "));
/** `comment-list` holds comments, `comment-body` is part of one. */
const BOXES = new Set("list box area section container wrap wrapper thread tree form respond".split(" "));
const COMMENTS = new Set(
  `comments respond replies commentlist commentarea kommentare kommentarer commentaires comentarios commenti komentarze
   reacties yorumlar`.split(/\s+/),
);

function isInside(element: PageElement, comments: ReadonlySet<PageElement>): boolean {
  return comments.size > 0 && isWithin(element, (above) => comments.has(above));
}

/** What is said under one of several posts, or under a question, is part of the conversation. */
function isInDiscussion(element: PageElement, isPost: IsPost): boolean {
  if (isWithin(element, ({ names }) => names.some((name) => DISCUSSIONS.has(name)))) return true;
  const isUnderPost = isWithin(element, ({ names }) => names.some((name) => POSTS.has(name)));
  return isUnderPost && element.parent !== undefined && isPost(element.parent);
}

const DISCUSSIONS = new Set(
  "question answer answers thread topic message messages issue discussion review".split(" "),
);
const POSTS = new Set(["post", "posts"]);

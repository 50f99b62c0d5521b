import { labelTabs } from "../label-tabs.ts";
import { type PageElement, weigh } from "../page-tree.ts";
import { controls } from "./controls.ts";
import { aroundTitleOf } from "./around-title.ts";
import { commentsOf } from "./comments.ts";
import { foreignBlocksOf } from "./foreign-blocks.ts";
import { hiddenFrom } from "./hidden.ts";
import { landmarksOf } from "./landmarks.ts";
import { linkBlocksOf } from "./link-blocks.ts";
import { namesOf } from "./names.ts";
import { headingOf } from "./page-heading.ts";
import { anyOf, dropWhere } from "./rule.ts";
import { dropOffers } from "./offers.ts";
import { watchHeadings } from "./orphans.ts";
import { repeatedLinesOf } from "./repeated-lines.ts";
import { repeatedLinksOf } from "./repeated-links.ts";
import { sayings } from "./sayings.ts";
import { siteEndOf } from "./site-end.ts";
import { tagLists } from "./tag-lists.ts";

/** Takes out of a page what a browser does not show. */
export function pruneHidden(body: PageElement): void {
  labelTabs(body);
  weigh(body);
  dropWhere(body, hiddenFrom(body));
  weigh(body);
}

/** Takes out of a page what is around the content: navigation, consent, offers, controls, legal lines. */
export function pruneBoilerplate(body: PageElement, title: string): void {
  const heading = headingOf(body, title);
  const dropOrphans = watchHeadings(body, heading);
  dropWhere(body, anyOf(landmarksOf(heading), namesOf(body, heading)));
  weigh(body);
  dropWhere(body, siteEndOf(body));
  weigh(body);
  dropWhere(body, aroundTitleOf(body, heading));
  weigh(body);
  dropWhere(body, anyOf(controls, tagLists, repeatedLinksOf(body), repeatedLinesOf(body), sayings));
  dropOffers(body);
  weigh(body);
  dropWhere(body, commentsOf(body));
  weigh(body);
  dropWhere(body, linkBlocksOf(body));
  weigh(body);
  dropWhere(body, foreignBlocksOf(body));
  weigh(body);
  dropOrphans();
  weigh(body);
}

import { labelTabs } from "../label-tabs.ts";
import { type PageElement, weigh } from "../page-tree.ts";
import { controls } from "./controls.ts";
import { aroundTitleOf } from "./around-title.ts";
import { commentsOf } from "./comments.ts";
import { hiddenFrom } from "./hidden.ts";
import { landmarksOf } from "./landmarks.ts";
import { linkBlocksOf } from "./link-blocks.ts";
import { namesOf } from "./names.ts";
import { anyOf, dropWhere } from "./rule.ts";
import { dropOffers } from "./offers.ts";
import { sayings } from "./sayings.ts";
import { siteEndOf } from "./site-end.ts";

/** Takes out of a page what a browser does not show. */
export function pruneHidden(body: PageElement): void {
  labelTabs(body);
  weigh(body);
  dropWhere(body, hiddenFrom(body));
  weigh(body);
}

/** Takes out of a page what is around the content: navigation, consent, offers, controls, legal lines. */
export function pruneBoilerplate(body: PageElement): void {
  dropWhere(body, anyOf(landmarksOf(body), namesOf(body)));
  weigh(body);
  dropWhere(body, siteEndOf(body));
  weigh(body);
  dropWhere(body, aroundTitleOf(body));
  weigh(body);
  dropWhere(body, anyOf(controls, sayings));
  dropOffers(body);
  weigh(body);
  dropWhere(body, linkBlocksOf(body));
  weigh(body);
  dropWhere(body, commentsOf(body));
  weigh(body);
}

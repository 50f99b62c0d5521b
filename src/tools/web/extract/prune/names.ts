import { BLOCKS, HEADINGS } from "../markup/tag-names.ts";
import { elementsOf, type PageElement } from "../page-tree.ts";
import { titleIn } from "./around-title.ts";
import { isMuchOf, linkShare, type Rule } from "./rule.ts";

/** Drops what its class or id calls by a name that sites give to things around the content. */
export function namesOf(body: PageElement): Rule {
  const common = commonNames(body);
  const title = titleIn(body);
  return (element, page) => {
    if (element.names.length === 0 || KEPT_TAGS.has(element.tag) || isMuchOf(element, page)) return false;
    const kind = nameKindOf(element, common);
    if (kind === undefined || !canBe(kind, element) || holds(element, title)) return false;
    return DROPS[kind](element, page);
  };
}

type NameKind = "chrome" | "linky" | "offer" | "trifle";

const KEPT_TAGS = new Set("html body main article h1 h2 pre code table thead tbody tr td th".split(" "));

/** How sure a name makes us, and what else has to be true. */
const DROPS: Readonly<Record<NameKind, Rule>> = {
  chrome: () => true,
  linky: (element) => element.weight.links > 0 && linkShare(element) > 0.5,
  offer: (element, page) =>
    element.weight.links + element.weight.fields + element.weight.buttons > 0 &&
    (linkShare(element) > 0.25 ||
      element.weight.fields > 0 ||
      element.weight.prose < element.weight.text / 2) &&
    !isMuchOf(element, page, 0.3),
  trifle: (element) => element.weight.text < 160 && element.weight.prose < 60,
};

const words = (text: string): readonly string[] => text.split(/\s+/);

const KINDS: ReadonlyMap<string, NameKind> = new Map([
  ...words(
    `nav navbar navigation navi topnav sidenav subnav navbox catlinks menubar breadcrumb breadcrumbs crumbs crumb
     cookie cookies consent gdpr ccpa onetrust cookiebanner newsletter subscribe subscription signup optin
     share sharing sharethis addthis sharebar sharedaddy social socials ad ads advert adverts advertisement advertising
     adsbygoogle adslot adunit adbox sponsored outbrain taboola popup modal lightbox offcanvas toast snackbar
     interstitial pagination pager paginator sidebar masthead topbar skip skiplink backtotop totop copyright colophon
     disqus login signin editsection helpful printfooter jumplinks appbanner livechat chatwidget sitenotice ofcontents
     tableofcontents backlink actionbar postbuttons side sidecol rightcol leftcol rightrail rhs lhs mpu
     authorbox authorbio aboutauthor authorcard`,
  ).map((name) => [name, "chrome"] as const),
  ...words(
    `menu submenu links quicklinks toc tags taglist tagcloud categories archives widget language languages
     locale flags utility utilities prevnext nextprev sitemap follow footer header rail badges sister extra
     bookmarks branding brand logo secondary tools`,
  ).map((name) => [name, "linky"] as const),
  ...words(
    `related relatedposts recommended recommendations recommend recirc recirculation promo promos promotion promoted
     sponsor sponsors trending popular mostread mostviewed readnext upnext upsell crosssell similar teaser teasers
     banner feedback morefrom readmore alsolike partner partners discover suggestions suggested
     filter filters facet facets refine cta calltoaction online donate donation membership`,
  ).map((name) => [name, "offer"] as const),
  ...words(
    `noprint print toolbar sort sorting sortby vote votes votecell voting upvotes reactions actions
     buttons statistics stats player`,
  ).map((name) => [name, "trifle"] as const),
]);

/** Inside a line only the surest names count, and a heading is never left empty. */
function canBe(kind: NameKind, { tag, weight, parent }: PageElement): boolean {
  if (BLOCKS.has(tag)) return true;
  const isWholeHeading =
    parent !== undefined && HEADINGS.has(parent.tag) && weight.text > parent.weight.text * 0.8;
  return kind === "chrome" && !isWholeHeading;
}

function nameKindOf({ names }: PageElement, common: ReadonlySet<string>): NameKind | undefined {
  for (const [at, name] of names.entries()) {
    for (const known of [name, name + (names[at + 1] ?? "")]) {
      const kind = KINDS.get(known);
      if (kind !== undefined && !common.has(known)) return kind;
    }
  }
  return undefined;
}

function holds(element: PageElement, title: PageElement | undefined): boolean {
  for (const inner of elementsOf(element)) if (inner === title || inner.tag === "main") return true;
  return false;
}

/** A name that much of the page goes by says nothing on this page: the goods of a shop are all `promo`. */
function commonNames(body: PageElement): ReadonlySet<string> {
  const sums = new Map<string, number>();
  const visit = (element: PageElement, above: ReadonlySet<string>): void => {
    const isLayout = isMuchOf(element, body.weight);
    const known = isLayout ? [] : element.names.filter((name) => isDoubtful(name) && !above.has(name));
    for (const name of known) sums.set(name, (sums.get(name) ?? 0) + element.weight.substance);
    const seen = known.length === 0 ? above : new Set([...above, ...known]);
    for (const child of element.children) if (child.kind === "element") visit(child, seen);
  };
  visit(body, new Set());
  return new Set([...sums].filter(([, sum]) => sum > body.weight.substance * 0.45).map(([name]) => name));
}

function isDoubtful(name: string): boolean {
  return KINDS.get(name) === "offer";
}

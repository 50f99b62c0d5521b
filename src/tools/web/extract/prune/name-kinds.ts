/** What a name says of an element, from sure to doubtful. */
export type NameKind =
  | "chrome"
  | "region"
  | "linky"
  | "offer"
  | "trifle"
  | "furniture"
  | "call"
  | "writer"
  | "unprinted";

/** The kind of each name that sites give to things around the content. */
export const NAME_KINDS: ReadonlyMap<string, NameKind> = new Map([
  ...kind(
    "chrome",
    `nav navbar navigation navi topnav sidenav subnav navbox catlinks menubar breadcrumb breadcrumbs crumbs crumb
     cookie cookies consent gdpr ccpa onetrust cookiebanner newsletter subscribe subscription signup optin
     share sharing sharethis addthis sharebar sharedaddy social socials ad ads advert adverts advertisement advertising
     adsbygoogle adslot adunit adbox sponsored outbrain taboola popup modal lightbox offcanvas toast snackbar
     interstitial pagination pager paginator skip skiplink backtotop totop copyright colophon
     disqus login signin editsection helpful printfooter jumplinks appbanner livechat chatwidget sitenotice ofcontents
     tableofcontents backlink actionbar postbuttons authorbox authorbio aboutauthor authorcard
     ambox hamburger mobilemenu mobilenav languageswitcher langswitcher paywall regwall filterbar
     werkzeuge randspalte anamenu paylas reklam reklama podziel udostepnij sciezka rodo werbung anzeige teilen brotkrumen brotkrume fusszeile
     kopfzeile publicite partage partager filariane ariane publicidad compartir migas pubblicita condividi briciole
     publicidade compartilhar compartilhe rodape delen kruimelpad annons annonse hirdetes megosztas mainos reclame pankuzu
     pankuz koukoku guanggao daohang mianbao podelitsya`,
  ),
  ...kind(
    "region",
    `sidebar masthead topbar side sidecol sidecolumn rightcol rightcolumn leftcol rightrail rhs lhs mpu drawer
     ticker announcement announcementbar seitenleiste barralateral zijbalk sidfot stopka paticka subsol`,
  ),
  ...kind(
    "linky",
    `menu submenu links quicklinks toc tags taglist tagcloud categories archives widget language languages
     locale flags utility utilities prevnext nextprev sitemap follow footer header rail badges sister extra
     bookmarks branding brand logo secondary tools dropdown flyout popover genres labels hubs interlanguage
     etiketler etiket tagi schlagworte etiquetas tagy`,
  ),
  ...kind(
    "offer",
    `related relatedposts recommended recommendations recommend recirc recirculation promo promos promotion promoted
     sponsor sponsors trending popular mostread mostviewed readnext upnext upsell crosssell similar teaser teasers
     banner feedback morefrom readmore alsolike alsoread readalso partner partners discover suggestions suggested
     carousel shoveler swiper ilgili powiazane polecane souvisejici kapcsolodo verwandt relacionadas relacionados correlati
     gerelateerd relaterat kanren xiangguan
     filter filters facet facets refine online donate donation membership`,
  ),
  ...kind(
    "trifle",
    `print toolbar sort sorting sortby vote votes votecell voting upvotes reactions actions actionrow
     buttons statistics stats player stepindicator stepper stepwizard progressbar
     histogram`,
  ),
  ...kind(
    "furniture",
    `flair reputation badgecount userstats usertitle userextra userextras postcount karma numberboard membergroup
     authorstatistics profileposts profilejoined profilerank profilecustom messagesignature usersignature linkback`,
  ),
  ...kind("call", `cta calltoaction`),
  ...kind("writer", `bio disclaimer`),
  ...kind("unprinted", `noprint printhidden printnone hiddenprint printhide`),
]);

function kind(of: NameKind, names: string): readonly (readonly [string, NameKind])[] {
  return names.split(/\s+/).map((name) => [name, of]);
}

/** Elements that never hold anything. */
export const VOID = new Set(
  "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".split(
    " ",
  ),
);

/** Elements whose content is no text to read; they are dropped with all they hold. */
export const UNREAD = new Set(
  "script style template svg textarea iframe noembed object applet canvas map datalist".split(" "),
);

/** Elements that start a block of their own. */
export const BLOCKS = new Set(
  (
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure " +
    "footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol optgroup option p pre search " +
    "section summary table tbody td tfoot th thead tr ul video audio iframe frame"
  ).split(" "),
);

/** The six headings. */
export const HEADINGS = new Set(["h1", "h2", "h3", "h4", "h5", "h6"]);

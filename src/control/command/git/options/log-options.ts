/** What every command knows that shows differences. */
export const DIFF_OPTIONS = `
  patch,p,u no-patch,s unified,U? function-context,W raw patch-with-raw patch-with-stat numstat shortstat dirstat,X? cumulative
  dirstat-by-file? check summary name-only name-status stat? stat-width= stat-name-width= stat-graph-width= stat-count=
  compact-summary binary full-index color? ws-error-highlight= ,z abbrev? src-prefix= dst-prefix= line-prefix= no-prefix
  default-prefix inter-hunk-context= output-indicator-new= output-indicator-old= output-indicator-context= break-rewrites,B?
  find-renames,M? irreversible-delete,D find-copies,C? find-copies-harder no-renames renames? rename-empty follow ,l= minimal
  ignore-all-space,w ignore-space-change,b ignore-space-at-eol ignore-cr-at-eol ignore-blank-lines ignore-matching-lines,I=
  indent-heuristic patience histogram diff-algorithm= anchored= word-diff? word-diff-regex= color-words? color-moved?
  color-moved-ws= relative? text,a ,R exit-code quiet,q ext-diff textconv ignore-submodules? submodule? ita-invisible-in-index
  ita-visible-in-index ,S= ,G= pickaxe-all pickaxe-regex ,O= rotate-to= skip-to= find-object= diff-filter= output= no-index
  cached staged merge-base cc ,c combined-all-paths ,m ,r ,t base ours theirs ,0 ,1 ,2 ,3 max-depth= dd diff-merges= remerge-diff`;

/** What every command knows that walks through history. */
export const WALK_OPTIONS = `
  # ,n= max-count= skip= since= after= until= before= since-as-filter= max-age= min-age= author= committer= grep-reflog= grep=
  all-match invert-grep regexp-ignore-case,i basic-regexp extended-regexp,E fixed-strings,F perl-regexp,P remove-empty merges
  min-parents= max-parents= first-parent exclude-first-parent-only not all branches? tags? remotes? glob= exclude=
  exclude-hidden= reflog alternate-refs single-worktree ignore-missing bisect stdin cherry-mark cherry-pick left-only right-only
  cherry walk-reflogs,g merge boundary use-bitmap-index progress? simplify-by-decoration show-pulls full-history dense sparse
  simplify-merges ancestry-path? bisect-vars bisect-all date-order author-date-order topo-order reverse objects
  objects-edge objects-edge-aggressive indexed-objects unpacked object-names filter= filter-print-omitted filter-provided-objects
  missing= exclude-promisor-objects no-walk? do-walk pretty? format= abbrev-commit oneline encoding= expand-tabs? notes?
  show-notes? show-notes-by-default standard-notes show-signature relative-date date= parents children left-right graph
  show-linear-break? count timestamp header commit-header disk-usage? unsorted in-commit-order maximal-only
  log-size source use-mailmap mailmap clear-decorations decorate-refs= decorate-refs-exclude= decorate? full-diff ,L=
  root always no-commit-id default=`;

/** `git blame` beside what history knows. */
export const BLAME_OPTIONS = `
  incremental ,b root show-stats progress score-debug show-name,f show-number,n porcelain,p line-porcelain ,c ,t ,l ,s
  show-email,e ,w ignore-rev= ignore-revs-file= color-lines color-by-age minimal ,S= contents= ,C? ,M? ,L= abbrev= reverse
  first-parent since= date= encoding= textconv ignore-all-space diff-algorithm= ,h`;

/** `git grep`. */
export const GREP_OPTIONS = `
  # cached no-index untracked exclude-standard recurse-submodules invert-match,v ignore-case,i word-regexp,w text,a ,I textconv
  recursive,r max-depth= extended-regexp,E basic-regexp,G fixed-strings,F perl-regexp,P line-number,n column ,h ,H full-name
  files-with-matches,l name-only files-without-match,L null,z only-matching,o count,c color? break heading context,C=
  before-context,B= after-context,A= threads= show-function,p function-context,W ,f= ,e= and or not quiet,q all-match
  open-files-in-pager,O? ext-grep max-count,m=`;

/** What the other commands know that only look and have something to look out for. */
export const LOOK_OPTIONS = {
  status: `verbose,v short,s branch,b show-stash ahead-behind porcelain? long null,z untracked-files,u? ignored? ignore-submodules?
    column? no-renames find-renames,M?`,
  "cat-file": `,e ,p ,t ,s ,z ,Z allow-unknown-type use-mailmap mailmap batch? batch-check? batch-command? batch-all-objects buffer
    follow-symlinks unordered textconv filters path= filter=`,
  "format-patch": `numbered,n no-numbered,N signoff,s stdout cover-letter numbered-files suffix= start-number= reroll-count,v=
    filename-max-length= rfc? cover-from-description= description-file= subject-prefix= output-directory,o= keep-subject,k no-binary
    zero-commit ignore-if-in-upstream no-stat,p add-header= to= cc= from? in-reply-to= attach? inline? thread? signature= base=
    signature-file= quiet,q progress interdiff= range-diff= creation-factor= force-in-body-from always encode-email-headers
    cover-letter-format= commit-list-format=`,
  shortlog: `committer,c numbered,n summary,s email,e ,w? group=`,
  "range-diff": `creation-factor= no-dual-color notes? left-only right-only diff-merges= remerge-diff max-memory=`,
  archive: `format= prefix= add-file= add-virtual-file= output,o= worktree-attributes verbose,v mtime= # list,l remote= exec=`,
} as const;

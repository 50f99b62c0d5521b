/** The options of the commands that change the files of the work tree, or what names a commit. */
export const TREE_OPTIONS = {
  checkout: `,b= ,B= ,l guess overlay quiet,q recurse-submodules? progress merge,m conflict= detach,d track,t? force,f orphan=
    overwrite-ignore ignore-other-worktrees ours,2 theirs,3 patch,p auto-advance ignore-skip-worktree-bits pathspec-from-file=
    pathspec-file-nul unified,U= inter-hunk-context=`,
  switch: `create,c= force-create,C= guess discard-changes quiet,q recurse-submodules? progress merge,m conflict= detach,d
    track,t? force,f orphan= overwrite-ignore ignore-other-worktrees`,
  restore: `source,s= staged,S worktree,W ignore-unmerged overlay quiet,q recurse-submodules? progress merge,m conflict= ours,2
    theirs,3 patch,p auto-advance ignore-skip-worktree-bits pathspec-from-file= pathspec-file-nul unified,U= inter-hunk-context=`,
  reset: `quiet,q no-refresh mixed soft hard merge keep recurse-submodules? patch,p auto-advance intent-to-add,N
    pathspec-from-file= pathspec-file-nul unified,U= inter-hunk-context=`,
  clean: `quiet,q dry-run,n force,f interactive,i ,d exclude,e= ,x ,X`,
  rm: `dry-run,n quiet,q cached force,f ,r ignore-unmatch sparse pathspec-from-file= pathspec-file-nul`,
  mv: `verbose,v dry-run,n force,f ,k sparse`,
  branch: `verbose,v quiet,q track,t? set-upstream set-upstream-to,u= unset-upstream color? remotes,r contains? no-contains? with?
    without? abbrev? all,a delete,d ,D move,m ,M omit-empty copy,c ,C list,l show-current create-reflog edit-description force,f
    merged? no-merged? column? sort= points-at= ignore-case,i recurse-submodules format=`,
  stash: `patch,p keep-index,k quiet,q include-untracked,u all,a message,m= staged,S pathspec-from-file= pathspec-file-nul index
    label-ours= label-theirs= label-base= only-untracked auto-advance unified,U= inter-hunk-context=`,
  worktree: `force,f ,b= ,B= orphan detach,d checkout lock quiet,q track guess-remote reason= dry-run,n verbose,v expire=
    porcelain ,z relative-paths`,
  "update-ref": `,m= ,d no-deref ,z stdin create-reflog batch-updates,0`,
  "symbolic-ref": `quiet,q delete,d short recurse ,m=`,
  gc: `quiet,q prune? cruft max-cruft-size= expire-to= aggressive auto detach force keep-largest-pack`,
  prune: `dry-run,n verbose,v progress expire= exclude-promisor-objects`,
  reflog: `dry-run,n rewrite updateref verbose expire= expire-unreachable= stale-fix all single-worktree`,
  notes: `ref= file,F= message,m= reedit-message,c= reuse-message,C= edit,e force,f allow-empty separator? stripspace
    stdin for-rewrite= strategy,s= commit abort verbose,v quiet,q dry-run,n ignore-missing`,
  init: `template= bare shared? quiet,q separate-git-dir= initial-branch,b= object-format= ref-format=`,
  "update-index": `ignore-submodules add replace remove unmerged refresh really-refresh cacheinfo chmod= assume-unchanged
    no-assume-unchanged skip-worktree ignore-skip-worktree-entries info-only force-remove ,z stdin index-info unresolve again,g
    ignore-missing verbose clear-resolve-undo index-version= show-index-version split-index untracked-cache
    test-untracked-cache force-untracked-cache force-write-index fsmonitor fsmonitor-valid quiet,q`,
} as const;

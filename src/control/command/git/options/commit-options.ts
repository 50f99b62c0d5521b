/** The options of the commands that make commits or prepare them. */
export const COMMIT_OPTIONS = {
  add: `dry-run,n verbose,v interactive,i patch,p auto-advance edit,e force,f update,u renormalize intent-to-add,N all,A
    ignore-removal refresh ignore-errors ignore-missing sparse chmod= warn-embedded-repo pathspec-from-file= pathspec-file-nul
    unified,U= inter-hunk-context=`,
  commit: `quiet,q verbose,v file,F= author= date= message,m= reedit-message,c= reuse-message,C= fixup= squash= reset-author
    trailer= signoff,s template,t= edit,e cleanup= status gpg-sign,S? all,a include,i interactive patch,p auto-advance only,o
    no-verify,n dry-run short branch ahead-behind porcelain long null,z amend no-post-rewrite untracked-files,u?
    pathspec-from-file= pathspec-file-nul allow-empty allow-empty-message unified,U= inter-hunk-context=`,
  merge: `,n stat summary compact-summary log? squash commit edit,e cleanup= ff ff-only rerere-autoupdate verify-signatures
    strategy,s= strategy-option,X= message,m= file,F= into-name= verbose,v quiet,q abort quit continue allow-unrelated-histories
    progress gpg-sign,S? autostash overwrite-ignore signoff no-verify`,
  rebase: `onto= keep-base no-verify quiet,q verbose,v no-stat,n signoff committer-date-is-author-date reset-author-date
    ignore-date ignore-whitespace whitespace= ,C= force-rebase,f no-ff continue skip abort quit edit-todo show-current-patch
    apply merge,m interactive,i preserve-merges,p rerere-autoupdate empty= keep-empty,k autosquash update-refs gpg-sign,S?
    autostash exec,x= allow-empty-message rebase-merges,r? fork-point strategy,s= strategy-option,X= root
    reschedule-failed-exec reapply-cherry-picks trailer=`,
  "cherry-pick": `quit continue abort skip cleanup= no-commit,n edit,e ,r signoff,s mainline,m= rerere-autoupdate strategy=
    strategy-option,X= gpg-sign,S? ,x ff allow-empty allow-empty-message keep-redundant-commits empty=`,
  revert: `quit continue abort skip cleanup= no-commit,n edit,e ,r signoff,s mainline,m= rerere-autoupdate strategy=
    strategy-option,X= gpg-sign,S? reference`,
  am: `interactive,i binary,b 3way,3 quiet,q signoff,s utf8,u keep,k keep-non-patch message-id,m keep-cr scissors,c quoted-cr=
    whitespace= ignore-space-change ignore-whitespace directory= exclude= include= ,C= ,p= patch-format= reject resolvemsg=
    continue resolved,r skip abort quit show-current-patch? retry allow-empty committer-date-is-author-date ignore-date
    rerere-autoupdate gpg-sign,S? empty= rebasing no-verify,n`,
  tag: `list,l ,n? delete,d verify,v annotate,a message,m= file,F= trailer= edit,e sign,s cleanup= local-user,u= force,f
    create-reflog column? contains? no-contains? with? without? merged? no-merged? omit-empty sort= points-at? format= color?
    ignore-case,i`,
  apply: `exclude= include= ,p= no-add stat allow-binary-replacement binary numstat summary check index intent-to-add,N cached
    unsafe-paths apply 3way,3 ours theirs union build-fake-ancestor= ,z ,C= whitespace= ignore-space-change ignore-whitespace
    reverse,R unidiff-zero reject allow-overlap verbose,v quiet,q inaccurate-eof recount directory= allow-empty`,
} as const;

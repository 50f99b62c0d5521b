/** The options of the commands that speak to other repositories, and of the configuration. */
export const REMOTE_OPTIONS = {
  push: `verbose,v quiet,q repo= all branches mirror delete,d tags dry-run,n porcelain force,f force-with-lease? force-if-includes
    recurse-submodules= thin receive-pack= exec= set-upstream,u progress prune no-verify follow-tags signed? atomic
    push-option,o= ipv4,4 ipv6,6 stdin all-refs send-all stateless-rpc helper-status remote=`,
  fetch: `verbose,v quiet,q all set-upstream append,a atomic upload-pack= force,f multiple,m tags,t ,n jobs,j= prefetch prune,p
    prune-tags,P recurse-submodules? dry-run porcelain write-fetch-head keep,k update-head-ok,u progress depth= shallow-since=
    shallow-exclude= deepen= unshallow refetch submodule-prefix= recurse-submodules-default= update-shallow refmap=
    server-option,o= ipv4,4 ipv6,6 negotiation-tip= negotiate-only filter= auto-maintenance auto-gc show-forced-updates
    write-commit-graph stdin`,
  pull: `verbose,v quiet,q progress recurse-submodules? rebase,r? ,n stat summary compact-summary log? signoff squash commit edit
    cleanup= ff ff-only verify verify-signatures autostash strategy,s= strategy-option,X= gpg-sign,S? allow-unrelated-histories
    all append,a upload-pack= force,f tags,t prune,p jobs,j? dry-run keep,k depth= shallow-since= shallow-exclude= deepen=
    unshallow update-shallow refmap= server-option,o= ipv4,4 ipv6,6 negotiation-tip= show-forced-updates set-upstream`,
  clone: `verbose,v quiet,q progress reject-shallow no-checkout,n bare naked mirror local,l no-hardlinks shared,s
    recurse-submodules? recursive? jobs,j= template= reference= reference-if-able= dissociate origin,o= branch,b= revision=
    upload-pack,u= depth= shallow-since= shallow-exclude= single-branch no-tags shallow-submodules separate-git-dir=
    ref-format= config,c= server-option= ipv4,4 ipv6,6 filter= also-filter-submodules remote-submodules sparse bundle-uri=`,
  "ls-remote": `quiet,q upload-pack= exec= tags,t heads,h branches,b refs get-url sort= exit-code symref server-option,o=`,
  config: `global system local worktree file,f= blob= get get-all get-regexp get-urlmatch replace-all add unset unset-all
    rename-section remove-section list,l fixed-value edit,e get-color get-colorbool type,t= bool int bool-or-int bool-or-str path
    expiry-date null,z name-only includes show-origin show-scope show-names default= comment= all regexp value= append url=`,
  submodule: `quiet,q cached branch,b= force,f name= reference= depth= recursive init remote no-fetch,N checkout merge rebase,r
    recommend-shallow single-branch progress filter= jobs,j= dissociate require-init ref-format= default,d files summary-limit,n=
    all`,
} as const;

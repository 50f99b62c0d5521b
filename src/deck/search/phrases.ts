/** Two words that are one, and the word they are. */
export const PHRASES = `
pull request pr; pull requests pr; merge request mr; merge requests mr; to do todo; to dos todo; check list checklist
screen shot screenshot; web page webpage; web pages webpage; web site website; data base database; work item workitem
work items workitem; e mail email; time zone timezone; set up setup; look up lookup; kick off kickoff
sign off signoff; sign in login; log in login; sign out logout; log out logout; shut down shutdown; tear down teardown
take down delete; take back delete; get rid delete; tick off complete; turn on turnon; turn off turnoff
roll back rollback; roll out rollout; how many howmany; go to goto; thumbs up thumbsup; up to latest; who am whoami
api key apikey; api keys apikey; bring in pull; sub task subtask; sub tasks subtask; code base repository
feature flag featureflag; feature flags featureflag; spread sheet spreadsheet; cell phone phone; smart phone phone
road map roadmap; white list whitelist; false alarm falsepositive; false positive falsepositive; play list playlist
`;

/**
 * Words that mean the same, whatever the tool: the first of a group stands for all, and no word is in two groups. They
 * are general on purpose; nothing here is about one tool or one server.
 */
export const SYNONYMS = `
create add make new insert generate register provision compose draft initialize init setup produce author
delete remove erase drop destroy purge discard trash wipe clear uninstall unlink teardown rid clean cleanup forget
list enumerate ls; get read fetch retrieve view obtain load return see; show display present reveal
search find query lookup locate discover seek hunt
update edit modify change alter patch adjust revise replace rewrite amend tweak; send post deliver dispatch submit
run execute invoke launch trigger exec perform kickoff
stop kill end terminate halt abort cancel shutdown quit interrupt; move relocate transfer mv
copy duplicate clone fork replicate cp; download export; upload import ingest; enable activate turnon
disable deactivate turnoff; pause suspend freeze; resume unpause continue; count number total tally howmany
compare diff difference versus contrast delta; validate verify lint check confirm assert
analyze analyse analysis investigate diagnose examine debug troubleshoot diagnostic
describe inspect detail info information explain explanation; approve accept signoff; reject decline deny refuse
revert undo rollback restore; wait sleep delay; merge combine land; click press tap; type enter fill
navigate goto visit browse; reply respond answer response; think reason reflect brainstorm
scrape crawl extract harvest; deploy ship rollout redeploy deployment; restart reboot reload relaunch; retry rerun
watch subscribe follow; publish broadcast; render draw plot visualize; archive retire
transcript transcribe transcription caption subtitle; summarize summary tldr digest recap; rank rerank; resize scale
toggle switch flip; close dismiss; calculate compute calculation calc; convert transform transcode; rename retitle
assign delegate; reschedule postpone; mute silence; encrypt encode; revoke withdraw; sync synchronize synchronise
join enroll; upvote like favorite favourite star; rotate renew; optimize optimise tune
recommend suggest recommendation suggestion; file document doc attachment; directory folder dir
repository repo codebase; pr mr; issue ticket bug defect workitem; task todo checklist; comment remark note annotation
commit changeset; database db; sheet spreadsheet worksheet workbook excel xlsx; row record entry; column field
user member people person colleague teammate everyone; employee staff worker
contact customer client buyer subscriber lead; message dm announcement; email mail newsletter; channel room
calendar agenda; event meeting appointment; booking reservation; availability slot free vacancy
attendee participant guest invitee; image picture photo icon; screenshot screengrab screencap
video clip movie screencast; audio sound; speech voice tts narration spoken; song track music; page webpage
website site; url link uri href; web internet online google; browser chrome chromium; job process
command shell terminal bash cmd cli powershell; container docker; kubernetes k8s kubectl kube; log trace
error exception crash failure fail failing broken fault; permission access privilege acl
secret credential password passphrase; setting configuration config preference configure; environment env; pipeline ci
workflow automation automate; documentation docs manual guide; library package sdk module; weather climate
forecast prediction predict; location place position whereabouts poi
coordinate lat lng latitude longitude geocode geocoding; direction route itinerary drive driving navigation
distance far; payment pay paid; invoice bill billing; discount coupon voucher promo promotion
refund reimburse reimbursement; product item sku goods merchandise; order purchase; inventory stock
shipping shipment delivery parcel; price cost fee pricing; currency forex fx; crypto cryptocurrency coin bitcoin
organization organisation org company; status state progress
statistic stat metric analytics measure measurement measurements; performance slow speed latency fast
alert alarm warning; notification notify; network http; dialog popup modal prompt; dropdown combobox
emoji reaction react thumbsup; history historical past timeline; recent latest newest recently
thread conversation discussion; label tag; server vm droplet machine; bucket s3 blob; index indices; schema ddl
relation relationship association edge; dependency dependent depend blocker prerequisite
paper publication arxiv literature; translation translate translator; chart graph diagram; javascript js
typescript ts; postgres postgresql pg psql; mongodb mongo; github gh; gitlab gl; regex regexp; notebook jupyter ipynb
date day; time clock hour; timezone tz; size big large; business shop restaurant cafe hotel; report overview
profile whoami; cycle sprint iteration; flag featureflag; memory memories; vector embedding embed; element button
replica instance; vacation leave holiday; revenue sales income; blame authorship; domain hostname dns
certificate ssl tls cert; text string; sum addition; compress gzip zip; board kanban; group squad; key apikey
mobile phone smartphone cellphone handset; device emulator simulator; app application; vulnerability cve exploit
security secure; deal opportunity; top popular frequent trending; deadline due; priority urgency urgent
template boilerplate; login signin authenticate authentication auth; logout signout; cookie cookies; ram heap
firewall vpc; cpu processor; cron crontab; tweet twitter; wiki wikipedia encyclopedia; sentence phrase
coverage covered; epic theme; backup dump snapshotting; temperature degrees hot cold
rain precipitation snow snowfall rainfall
`;

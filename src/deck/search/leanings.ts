/**
 * What else a word of a query may mean, less likely than the word itself. Unlike synonyms these go one way: whoever
 * says `open` may mean `create`, but a tool that says `create` does not say `open`.
 */
export const LEANINGS = `
open: create navigate get launch; start: create run; begin: create run; file: create; raise: create issue; log: create
spin: create; post: create publish; put: create update upload write; save: create write download
store: create write upsert memory business; keep: save store create; write: create update; build: create pipeline job
push: send upload click; pull: get download extract; grab: get download; give: get assign; take: get capture
tell: send describe; show: get list; list: get; get: list show describe; search: list; read: content
content: get read; check: get status list; look: get search list; inspect: get; describe: get; view: list
download: get save; dump: export backup; export: get save; close: update stop; finish: complete done update
done: complete update; complete: done update; tick: update complete check; mark: update set; bump: update increase set
rename: update move; reschedule: update move; move: update reschedule; fix: update edit repair; repair: fix
correct: update edit; assign: update set; set: update; stage: add; undo: reset delete; unstage: reset restore
hide: delete archive; ban: remove member; kick: remove member; invite: create add member user; join: connect add
attach: upload add connect; attached: available connected list; connected: available list
link: create relation add connect; connect: relation link; block: relation dependency; before: dependency
book: create event; event: booking; appointment: booking; meeting: booking calendar; booking: event
schedule: create cron recurring event; plan: task schedule; monitor: watch status alert; watch: monitor
track: monitor status; notified: monitor notification watch alert; toggle: update enable disable flag
switch: select set checkout change; select: choose query sql; pick: select choose; choose: select; hit: click
submit: click create; scroll: wheel mouse swipe; capture: screenshot; picture: screenshot; snapshot: screenshot
print: pdf show; turn: convert set; say: send message; announce: send message publish; ping: send message
ask: search query create; call: request run; apply: update patch; format: style; style: format; bold: format style
color: format style; improve: optimize update; protect: lock; prevent: protect block deny lock; lock: protect
allow: access permit enable; grant: permission access add; whitelist: access allow; permit: allow permission
share: permission access send; remember: memory observation note create; memorize: memory create
recall: memory search get; know: memory knowledge; learn: documentation get; sign: approve; charge: payment create
buy: order create; sell: order create; play: start resume; record: start create document; rate: review score
react: add; vote: upvote; cite: citation related; measure: get; test: validate run; try: run test; simulate: emulate
fake: set override emulate simulate; pretend: emulate; emulate: simulate; rotate: set orientation; bring: get
reach: reachable navigate; load: navigate; unlock: open; reserve: create booking; explore: search list browse
what: list get describe; which: list search get; all: list; every: list all; everyone: list
who: user member list get author blame audit; when: time date history; where: location path reference search
why: log error describe analyze explain; how: documentation guide; my: assigned user; mine: assigned
me: self viewer my; myself: user me viewer self; whoami: user me viewer self current; am: self viewer; self: me viewer
viewer: user me; happened: activity history event log; activity: history event; changed: history audit diff
change: diff; wrote: author blame; author: user blame; many: multiple batch count; much: count total
several: multiple batch many; bulk: batch multiple; multiple: batch many; batch: multiple bulk; once: multiple batch
current: active get; active: current running; running: active; available: list; most: top; best: top; common: top
frequent: common most; hot: top; today: current recent; now: current active; nightly: schedule
daily: schedule recurring; weekly: schedule recurring; periodic: schedule recurring; cron: schedule
later: schedule stash; similar: related similarity semantic; semantic: similar vector; related: similar
near: local nearby location; nearby: local location; local: nearby; valid: validate; healthy: health status
health: status; alive: status health ping; green: status success pass; pass: status success; result: report output
value: read content; person: contact; folks: user member; subscriber: member; supplier: contact vendor
vendor: contact supplier; customer: account; account: user; crm: contact record company deal
story: issue comment task; task: issue; todo: issue; ticket: task card; incident: issue alert
outage: incident downtime status; maintenance: downtime; card: task issue; subtask: task; backlog: list
finding: issue; alarm: positive; step: item sequential; code: file repository script source; source: code file
readme: file content documentation; script: code javascript command; snippet: code; program: command code app
npm: command package; curl: http command; python: command code; console: log message; output: log result
pod: container kubernetes; cluster: kubernetes; manifest: yaml; table: sheet database; collection: table
sql: query database; query: sql run; number: value cell; cell: range sheet; header: row; docs: file
doc: documentation; document: record; page: website document; url: page website; site: page web
website: page url domain; web: page website; headline: news; article: page news paper; study: paper
coffee: location business local; address: location coordinate; point: location coordinate; altitude: elevation
height: elevation; map: location; gps: location; eta: duration distance; weather: forecast
temperature: weather forecast; rain: weather forecast; storm: weather alert; tomorrow: forecast
money: payment invoice balance; owe: receivable invoice; overdue: aged receivable due
refund: payment adjustment credit; credit: refund adjustment; profit: loss income; left: balance remaining
remaining: balance; pie: chart; trend: line chart; chart: plot; db: table; mailing: email contact list
inbox: email message; gmail: email; outlook: email; newsletter: publish campaign; campaign: publish
chat: message channel slack discord; dm: user; team: channel group; leak: heap memory; request: call
traffic: request network; a11y: accessibility; tree: snapshot hierarchy; menu: option dropdown element; option: select
tab: page window; window: tab page; key: keyboard; keystroke: key click; vault: secret note; manager: vault
login: credential secret user session; secret: vault; fact: observation entity; graph: memory knowledge; entity: node
node: entity; upstream: remote pull; remote: upstream ssh; uncommitted: working stash status; away: stash
version: release tag; release: version deploy; disk: file filesystem storage; modified: time info metadata
metadata: info describe; wildcard: glob pattern; pattern: glob regex; grep: search content regex; diff: patch
background: process job; daemon: process background; dev: development; sentence: text; written: language
italian: translate language; german: translate language; french: translate language; spanish: translate language
english: translate language; chinese: translate language; deep: research; research: search; market: research
icon: svg; design: figma; seen: read; unread: notification; android: mobile device; ios: mobile device
iphone: mobile device; apk: app; phone: device; landscape: orientation; portrait: orientation; coverage: metric
quality: metric; usage: metric; cpu: metric; ram: metric memory; span: trace; tracing: trace; timeseries: metric
exception: issue item; error: issue event; bug: error; session: replay; feed: list; availability: calendar
lambda: function; vm: instance; image: screenshot; slide: presentation; slides: presentation; create: write
large: size; scientific: paper research; science: paper research; last: recent; huge: size
remind: schedule notification; deadline: date; contract: file; commit: save; branch: repository; latest: get
inventory: product; ticker: price; earthquake: alert; exchange: currency; lyrics: song; podcast: audio
slideshow: presentation; deck: presentation; hire: employee create; fire: delete trigger; salary: payroll; tax: rate
timesheet: time; diary: note; journal: note; bookmark: save favorite; unfollow: unsubscribe; crop: resize image
blur: image; zoom: scale meeting; hang: stop; freeze: lock; hello: message echo; env: variable; variable: environment
port: network; ip: address network; dns: record; certificate: domain; queue: job message; topic: channel
uptime: status monitor; downtime: outage status
statement: sql query; vital: performance; alerted: monitor notification; image: picture; audience: contact segment
`;

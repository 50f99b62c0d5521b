import {
  CONTROLS_ELSEWHERE,
  LEGAL_ELSEWHERE,
  LEGAL_LINKS_ELSEWHERE,
  OFFERS_ELSEWHERE,
} from "./phrases-elsewhere.ts";

/** What sites have many of and like to show more of. */
const THINGS =
  "posts?|articles?|stor(y|ies)|news|videos?|questions?|products?|jobs?|vacancies|events?|topics?|threads?|episodes?|recipes?|books?|titles?|items?|issues?|courses?|searches|pages?|links?|content|reads?|headlines?|guides?|galler(y|ies)|entries|blogs?|listings?|properties|homes|offers?|deals?|categories|tags|comments|projects?|collections?|arrivals|packages?|tutorials?|lessons?|documents?|species|places|destinations|tours|hotels|apps?|games|albums?|songs?|artists?|authors?|designs?|templates?|services";

/** What a whole link, button or line says when it is a control of the site and not part of the text. */
export const CONTROL = wholeLine([
  "skip (to )?(the )?(main )?(content|navigation|search)",
  "(back|return|scroll) to (the )?top|top ↑|↑ top|nach oben|haut de page|volver arriba|наверх|トップへ戻る|回到顶部",
  "advertis(e)?ment|advertise with us|ad|sponsored( content)?|anzeige|werbung|publicité|publicidad|anuncio|pubblicità|реклама|广告|広告|إعلان|פרסומת",
  "share( this)?( (article|page|post|story|recipe|event|job))?( (on|via|with) [\\w ]+)?|teilen|partager|compartir|condividi|поделиться|分享|シェア(する)?|شارك( المقال)?|مشاركة|שתפו?",
  "tweet( this)?|pin it|like|unlike|follow( us)?( on [\\w ]+)?|save|bookmark|print( this)?( (page|article|recipe))?|e-?mail( this)?( (page|article))?|copy( (link|url|code|to clipboard))?|copied!?|embed",
  "facebook|twitter|x|linkedin|pinterest|whatsapp|telegram|reddit|instagram|youtube|tiktok|mastodon|bluesky|rss( feed)?|line|ツイート|印刷|微博|微信",
  "(sign|log) ?(in|on|up|out)( (to|or) .{0,30})?|register|create (an )?account|my account|anmelden|connexion|iniciar sesión|войти|登录|ログイン|تسجيل الدخول|התחברות?|כניסה",
  "menu|toggle (navigation|menu|theme|dark mode|sidebar)|open menu|close( menu)?|search|dark mode|light mode|menü|меню|菜单|メニュー|القائمة|תפריט",
  "(read|load|show|see|view|learn) (more|less|all)( .{0,45})?( ?[→»›>…]| \\.\\.\\.)?|more( ?[→»›>…])?|weiterlesen|mehr lesen|lire la suite|leer más|подробнее|阅读更多|続きを読む|اقرأ المزيد|קרא עוד",
  "(edit|improve|report|view|suggest)( an?)?( (this|the))?( (page|issue|section|source|edits?|bug))?( (on|with|in) [\\w ]+)?|edit source|view source|history|bearbeiten|modifier|editar|править|编辑|編集|تعديل|עריכה",
  "(post |add )?reply|antworten|répondre|responder|rispondi|ответить|回复|返信(する)?|답글( 달기)?|quote|report( (this )?(post|abuse|this))?|ask (a )?question|new (issue|topic|thread|post)|flag|permalink|upvote|downvote|vote|link|add a comment|award|give award",
  "((leave|post|add|write) (a|your) (comment|reply|review)|(no|\\d[\\d.,]*) (comments?|replies|shares|likes|views)( yet)?|comments?( \\(?\\d+\\)?)|join the (discussion|conversation)|view comments|kommentare?|commentaires|comentarios|комментарии|评论|コメント|التعليقات|תגובות)",
  "(was|is|did) this (page|article|answer|information|helpful|section) ?(helpful|useful|help)?.{0,20}|yes ?[/|·]? ?no|thanks for (your|the) feedback!?|give feedback|send feedback|rate this page",
  "(on|in) this (page|article|section)|table of contents|contents|jump to( .{0,20})?|auf dieser seite|sur cette page|en esta página|目次|目录|المحتويات",
  "[«‹←<]? ?(prev(ious)?|next|older|newer|first|last)( (page|post|posts|article|chapter|entry|topic|thread|message|story))? ?[»›→>]?|page \\d+ of \\d+|\\d+",
  "(asked|modified|viewed|active|edited|(last )?updated) .{0,30}(ago|times|today|yesterday)|version:? v?[\\d.]+(\\.x)?",
  "((total )?posts|joined|join date|registered|member since|reputation|reaction score|karma|likes received|beiträge|registriert( seit)?|dabei seit|inscrit le|mensajes|registrado|messaggi|iscritto( il)?|mensagens|сообщени[йя]|регистрация|зарегистрирован|lid geworden|posty|帖子|注册(时间|日期)|积分|積分|投稿数|登録日|가입일): .{0,40}",
  "(senior|junior|new|active|registered|full|hero|legendary|well-known) member|newbie|_{5,}.*",
  "(showing|displaying|results|viewing|anzeige|affichage|mostrando) \\d[\\d.,]*( ?(-|–|—|to|bis|à|a) ?\\d[\\d.,]*)? (of|von|sur|de) .{1,30}|\\d+ (min(ute)?s?\\.?|minuten|minutos|minuti|мин(ут[аы]?)?) ?(read|to read|reading time|lesezeit|de lecture|de lectura|di lettura|чтения)|(reading time|lesezeit|temps de lecture|tiempo de lectura|время (на )?чтени[ея]):? .{1,20}",
  "\\d[\\d.,]*[km]? (followers?|following|subscribers|members|upvotes|downvotes|claps|retweets|reposts|abonnenten|abonnés|seguidores|подписчик(а|ов))|report as (inappropriate|abuse|spam)|(all )?required fields are marked .{0,40}|\\[[–—+-]\\]|fields marked .{0,40}required",
  "(listen|watch|find us|follow us|available|download|get it|also) on:?|apple podcasts|spotify|overcast|google play|app store|play|pause|hide|parent|(sorted|sort) by:? .{0,20}|all \\d+ comments",
  "loading( ?(…|\\.\\.\\.))?|please wait( ?(…|\\.\\.\\.))?|正在加载|読み込み中|accept( all)?( cookies)?|reject( all)?( cookies)?|(manage|cookie) (preferences|settings)|got it!?|i agree|dismiss|no,? thanks|not now|maybe later",
  "add to (cart|basket|bag|wish ?list|favou?rites|calendar|compare)|buy( it)? now|checkout|in den warenkorb|ajouter au panier|añadir al carrito|в корзину|加入购物车|カートに入れる|أضف إلى السلة|הוסף לסל|apply( now| for this job)?|subscribe( now)?|sign me up|get started( (free|now))?|start free trial|try (it )?(for )?free|book a demo|request a demo|contact sales|download (the )?app",
  "#\\d+|verified (purchase|buyer|review)|\\d[\\d.,]*[km]? (boosts|favou?rites|bookmarks|contributions?|people found this (review )?helpful)|one person found this helpful|(log ?in|sign ?in|register) (or|and) (log ?in|sign ?up|register)( .{0,30})?",
  ...CONTROLS_ELSEWHERE,
]);

/** How a block begins that offers other things to read, to buy or to follow. */
export const OFFER = startOfLine([
  "related( (articles?|posts?|stories|news|content|links|topics|products|questions|reading|items|searches|pages|videos))?$",
  "more (from|on|in|about|like)\\b|more [\\p{L}]+( (from|by|in|like|about|on|for|you)\\b|$)",
  "(similar|recommended|related) [\\p{L}]+( [\\p{L}]+)?$",
  "(more|things|places) to (explore|read|see|watch|do|discover)|(travell?ers|guests|readers|people|users|viewers|listeners) (who|also|are)\\b|compare (similar|with)|elsewhere on",
  "(you|we) (may|might|'ll|’ll|will)? ?(also )?(be interested|like|enjoy|love)|you (may|might) also",
  "recommended|recommendations|suggested|read (next|also|more)|also (read|see|on|in)\\b|up next|what to read next|keep reading|continue reading|don[’']t miss|editors?[’']?s? (picks?|choice)|featured (stories|articles|posts|products)",
  "customers (also|who)|similar (jobs|products|items|events|recipes|articles|questions|listings|threads|topics|roles|positions)|frequently bought|people also|recently viewed|compare with|others also|bought together|complete the look|pairs well",
  "(post )?tags?:?$|filed under|tagged( (with|in|as))?|categories:?$|archives?:?$|topics:?$|quick links|useful links|in this series|other (posts|articles|news)|explore more|browse (by|all)|site ?map|help (&|and) (support|contact)|customer service|about us|company$|resources$|legal$|products$",
  "ähnliche|weitere (artikel|themen|nachrichten)|mehr (zum thema|aus)|das könnte (sie|dich)|meistgelesen|empfohlen|verwandte|articles (liés|similaires)|(à )?lire (aussi|également)|sur le même (sujet|thème)|les plus (lus|populaires)|vous aimerez|artículos relacionados|te puede interesar|también te|lo más (leído|visto)|más (noticias|leídas)|relacionad[oa]s|leia (também|mais)|mais lidas|veja também|articoli correlati|leggi anche|potrebbe interessarti|i più letti|читайте также|похожие|ещё по теме|популярн|gerelateerd|lees ook|zobacz także|czytaj także",
  "相关(阅读|文章|推荐|新闻|链接)|推荐(阅读|文章)?$|热门|猜你喜欢|延伸阅读|相關|推薦|関連(記事|リンク|ニュース|商品)|おすすめ|人気(記事|の)|あわせて読みたい|.{0,8}ランキング|관련 ?(기사|글|뉴스)|인기|추천|많이 본",
  "مقالات ذات صلة|ذات صلة|اقرأ أيضا|اقرأ أيضًا|اقرأ أيضاً|مواضيع (ذات|مشابهة)|الأكثر (قراءة|مشاهدة|شيوعا)|قد يعجبك|تابعنا|شارك|النشرة|اشترك|أخبار ذات|כתבות (נוספות|קשורות)|עוד ב|אולי יעניין|אולי תאהבו|הנצפות|הנקראות|מומלצ|קראו (גם|עוד)|עקבו אחרינו|הירשמו|مطالب مرتبط|بیشتر بخوانید",
  `(${THINGS}) (related|similar) to|(best|also|what[’']s) nearby|nearby (places|hotels|restaurants|attractions)|additional resources$|in other news|on the same (topic|subject)`,
  ...OFFERS_ELSEWHERE,
  "inspired by your|based on your|because you (viewed|watched|read|bought)|(just |picked |made |selected )?for you$|más información$|mehr zum thema",
]);

/** How a list begins that beside a text leads away from it, and on a page of lists is what the page is for. */
export const LISTING = startOfLine([
  "(upcoming|latest|recent|popular|featured) [\\p{L}]+( [\\p{L}]+)?$",
  `(other|top|new|further|more) ([\\p{L}]+ )?(${THINGS})$`,
  "(most|top) (read|popular|viewed|commented|shared|stories|posts|articles)|popular (posts|now|articles|stories|products|recipes|tags|topics|this week)|trending|latest (news|posts|articles|stories|headlines|jobs|videos)|recent (posts|articles|comments|news|topics|threads)|hot (network )?questions|top stories|happening now|live now",
]);

/** How a block begins that asks for something, or tells of others than the page is about. */
export const APPEAL = startOfLine([
  "trusted by|as (seen|featured) (in|on)|used by (teams|companies|people)|who is online|still have (a )?questions?",
  "sponsored|promoted|from our (partners?|sponsors?)|around the web|advertis|paid (content|partner)",
  "follow (us|me|along)|connect with|stay (connected|informed|in touch|up to date|updated)|find us on|share (this|on|via)|spread the word|join (our|the) (newsletter|mailing|community|thousands)|subscribe|sign up (for|to)|get (our|the) (newsletter|latest|best)|newsletter|never miss",
  "(leave|post|add) (a|your) (comment|reply)|\\d* ?comments?( \\(\\d+\\))?$|join the (discussion|conversation)|discussion \\(\\d+\\)|reader comments|what do you think",
  "wer ist online|qui est en ligne|¿quién está (conectado|en línea)|кто сейчас на|posting (rules|permissions)|forum rules|board statistics|permissions in this forum",
  "(submit|ask|write|post|share|add) (a|an|your) (tip|question|review|comment|answer|story|photo|correction)s?$|is this your|own or manage|claim (this|your)|contribute to this|help us improve|report (a|an) (problem|error|issue)|see (something|an error)|found (a|an) (mistake|error|typo)",
  "did you (make|try|like|enjoy)|(tried|made|love|like|loved|liked) (this|it)( .{1,20})?\\?|let us know|rate this",
]);

/** How a block begins that tells of the writer and not of the subject. */
export const WRITER = startOfLine([
  "(about|meet|more about) the (author|writer)|written by|über (den autor|die autorin)|à propos de l[’']auteure?|sobre (el|la|o|a) autora?|об авторе|关于作者|この記事を書いた|عن الكاتب|על (המחבר|הכותב)",
  "cite this( (entry|article|page|work|record))?$|how to cite( this .{1,20})?$",
  "about th(is|e) (article|page|author|writer|reviewer|contributor)s?$",
  "sobre la firma|sobre o autor|l[’']auteure?$|autor(in)?$|o autorze|chi è l[’']autore|yazar hakkında|over de auteur|om (författaren|forfatteren)",
]);

/** What stands over lists that belong to a text. */
export const REFERENCES = startOfLine([
  "see also|references?\\b|external links|further reading|next steps|sources?\\b|notes?\\b|footnotes|bibliography|works cited|citations|acknowledg|downloads?\\b|attachments?|documents?\\b|contact|prerequisites|requirements|credits|cast\\b|contents",
  "siehe auch|einzelnachweise|weblinks|literatur|quellen|anmerkungen|nächste schritte|voir aussi|références|liens externes|notes et|bibliographie|sources et|véase también|referencias|enlaces externos|bibliografía|notas|fuentes|vedi anche|collegamenti esterni|fonti|ver também|referências|ligações externas|см\\. также|примечания|ссылки|литература|источники|zie ook|externe links|bronnen|zobacz też|przypisy|linki zewnętrzne|literatura",
  "参考|参见|外部链接|注释|脚注|関連項目|外部リンク|出典|参考文献|같이 보기|각주|외부 링크|참고|انظر أيضا|مراجع|وصلات خارجية|منابع|پیوند|ראו גם|הערות שוליים|קישורים חיצוניים",
]);

/** What stands over what readers wrote. */
export const COMMENTS = wholeLine([
  "\\d* ?(reader )?comments?( on .{1,80})?:?( ?[(（]\\d+[)）])?|\\d+ responses|(comments?|responses) ?[:(（] ?\\d+[)）]?",
  "\\d* ?(kommentare?|commentaires?|comentarios?|comentários?|commenti|reacties|komentarze|komentáře|kommentarer|yorumlar|комментари[ийея]+|коментарі|σχόλια|评论|評論|留言|コメント|댓글|التعليقات|تعليقات|דיונים|תגובות|टिप्पणियाँ|टिप्पणियां|نظرات|bình luận|komentar)( ?[(（:]? ?\\d*[)）]?:?)?",
]);

/** What only the bottom of a site says. */
export const LEGAL = new RegExp(
  [
    String.raw`^(?:©|\(c\)\s*(?:copyright|\d{4})|copyright\b|版权所有|著作権)|\ball rights reserved\b|alle rechte vorbehalten|tous droits réservés|todos los derechos|tutti i diritti|все права защищены|جميع الحقوق محفوظة|כל הזכויות שמורות|版权所有|無断転載`,
    ...LEGAL_ELSEWHERE,
  ].join("|"),
  "i",
);

/** What the last lines of a page tell of the page itself. */
export const SITE_LINE =
  /\b(?:page|site|content) (?:was |is )?(?:last )?(?:updated|modified|changed|edited|maintained by)\b|you are visitor|best viewed|all times are|powered by|\ball rights reserved\b|©/i;

/** How a line begins that tells where in the site this page is, or what it takes to join in. */
export const WAYPOINT = startOfLine([
  "(home|start|accueil|inicio|startseite|главная|首页|ホーム|홈|الرئيسية) ?[/>›»→]|you are here|current (location|browse)|sie sind hier|vous êtes ici|estás aquí|вы здесь|当前位置|現在位置|أنت هنا|אתה נמצא",
  "(prev(ious)?|next)( (message|post|article|topic|thread|page|chapter|in thread|by date))?( \\(by .{0,20}\\))?:|messages sorted by",
  "(please )?(sign|log) ?(in|up)( .{0,30})? to (comment|reply|join|participate|vote|post|continue|leave|add)|already have an account|don[’']t have an account|you must be (logged|signed) in|create a free account",
  "[←‹«<]? ?(back to|return to|zurück zu[rm]?|retour (à|au)|volver a) |view (this|in) .{0,20}browser|you('re| are) receiving this|unsubscribe|to unsubscribe",
  "(this )?(post|page|article|site|recipe) (may )?contains? affiliate|as an? .{0,20}associate,? (i|we) earn|affiliate disclosure",
  "(page )?(last )?reviewed:? .{0,60}$|all times are .{0,80}$|(page )?last (updated|modified|edited|changed)( on)?:? .{0,40}$|.{0,60}(you are visitor|best viewed (in|with|on))|(proudly )?powered by|(site|web ?site|theme) (design(ed)? |built |made )?by|(created|made|built|generated) (using|with) \\w",
]);

/** What a link is called that only leads to what the law wants every site to have. */
export const LEGAL_LINK = startOfLine([
  "(privacy|cookies?|terms|legal|imprint|impressum|datenschutz|agb$|accessibility|disclaimer|complaints|contact( us)?$|site ?map|about( us)?$|careers|freedom of information|security$|status$)",
  "mentions légales|confidentialité|cgu$|cgv$|nous contacter|aviso legal|política de|condiciones|note legali|informativa|политика|условия|контакты|о (нас|проекте)",
  "关于我们|联系我们|隐私|プライバシー|利用規約|会社概要|お問い合わせ|개인정보|이용약관|سياسة|من نحن|اتصل بنا|شروط|תנאי|מדיניות|צור קשר|אודות",
  ...LEGAL_LINKS_ELSEWHERE,
]);

/** How a short block begins that only asks for a click. */
export const CALL = startOfLine([
  "enjoy(ing|ed)? (the|this|our)|ready to|want (more|to read)|like what you|liked this|(have|got) (more |any |a )?questions?|need (more |some )?help|still (have|need)|support (us|our|this|the (show|site|podcast|channel|project))|donate|help (us|improve)|leave us a|thanks for reading|download (our|the) app|get the app|bank on",
  "envie de|vous avez aimé|soutenez|abonnez|téléchargez|jetzt|haben sie fragen|unterstützen sie|¿te ha gustado|¿quieres|apóyanos|хотите|поддержите|喜欢|想要|ご意見|応援|هل تريد|ادعمنا|רוצים|תמכו",
]);

/** What a block says that asks for consent. */
export const CONSENT =
  /\bcookies?\b|\bgdpr\b|\bconsent\b|datenschutz|куки|файлы cookie|ملفات تعريف الارتباط|עוגיות|クッキー|隐私政策/i;

/** What a block says that asks for an address to send mail to. */
export const MAILING =
  /newsletter|subscribe|sign up|your inbox|e-?mail|mailing list|abonnier|abonnez|inscrivez|suscr[ií]b|iscriviti|inscreva|подпис|рассылк|订阅|訂閱|メルマガ|購読|구독|اشترك|النشرة|הירשמו|ניוזלטר/i;

function wholeLine(phrases: readonly string[]): RegExp {
  return new RegExp(`^(?:${phrases.join("|")})$`, "iu");
}

function startOfLine(phrases: readonly string[]): RegExp {
  return new RegExp(`^(?:${phrases.join("|")})`, "iu");
}

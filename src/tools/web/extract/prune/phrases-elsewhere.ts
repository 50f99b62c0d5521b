/** How a block begins that offers other things to read, in languages of fewer sites. */
export const OFFERS_ELSEWHERE: readonly string[] = [
  "bunlar da ilginizi|ilgili (haber|yazı|konu|içerik)|benzer (haber|yazı|ürün)|çok okunan|son (haberler|dakika|yazılar)|önerilen|bunu da oku|sıradaki haber|diğer haberler",
  "(zobacz|czytaj|sprawdź|przeczytaj) (także|też|również|więcej)|powiązane|podobne|polecane|polecamy|najczęściej czytane|najpopularniejsze|najnowsze|może cię zainteresować|więcej (na temat|z działu|wiadomości)",
  "související|podobné (články|produkty)|přečtěte si|mohlo by vás|nejčtenější|doporučujeme|další články|čtěte (také|dále)|súvisiace|najčítanejšie|mohlo by vás zaujímať|prečítajte si",
  "kapcsolódó|ajánlott|legolvasottabb|legfrissebb|olvasd el ezt is|ez is érdekelhet|hasonló|articole (similare|recomandate)|citește și|cele mai citite|te-ar putea interesa|vezi și",
  "lees (ook|verder|meer)|meer (over|lezen|van|nieuws)|gerelateerd|aanbevolen|meest gelezen|populair|misschien vind je|ook interessant|bekijk ook|anderen bekeken",
  "läs (också|även|mer)|relaterat|relaterade|mest lästa|rekommenderat|mer (om|från)|fler (artiklar|nyheter)|les (også|mer)|relatert|mest lest|anbefalt|læs (også|mere)|relaterede|mest læste|anbefalede|lue (myös|lisää)|aiheeseen liittyvää|luetuimmat|suositellut",
  "διαβάστε (επίσης|ακόμα)|σχετικά (άρθρα|νέα)|δημοφιλή|περισσότερα|читайте (також|ще)|схожі|популярні|новини за темою|рекомендуємо|вижте (още|също)|свързани|подобни|още (от|по)|похожие|рекомендуем|по теме|ещё (по|в|статьи)|смотрите также|самое (читаемое|популярное)|новости по теме|другие (новости|статьи|материалы)|последние (новости|публикации|статьи)|публикации$",
  "यह भी पढ़ें|ये भी पढ़ें|इसे भी पढ़ें|संबंधित|और पढ़ें|ताज़ा ख़बर|ताजा खबर|लोकप्रिय|आपके लिए|সম্পর্কিত|আরও পড়ুন|জনপ্রিয়|சம்பந்தப்பட்ட|தொடர்புடைய|మరిన్ని",
  "(tin|bài viết|sản phẩm|nội dung) (liên quan|khác|mới|cùng)|xem thêm|đọc (thêm|nhiều)|có thể bạn|baca (juga|selengkapnya)|artikel (terkait|lainnya|terbaru)|berita (terkait|lainnya|terbaru|terpopuler)|terpopuler|rekomendasi|lihat juga|อ่าน(เพิ่มเติม|ต่อ)|ข่าว(ที่เกี่ยวข้อง|ล่าสุด)|บทความ(ที่เกี่ยวข้อง|แนะนำ)|แนะนำ",
  "مطالب (مرتبط|مشابه|پیشنهادی)|پربازدید|بیشتر بخوانید|همچنین بخوانید|اخبار مرتبط|پیشنهاد ما",
  "noticias relacionadas|notas relacionadas|te recomendamos|sigue leyendo|más (de|sobre|vistos)|productos (similares|relacionados)|notícias relacionadas|artigos relacionados|produtos relacionados|você também|veja mais|saiba mais|mais (sobre|notícias|vistos)|ricette correlate|prodotti (correlati|simili)|altri articoli|ti potrebbe|articles? (récents|populaires|connexes)|produits (similaires|associés)|à découvrir|weitere (beiträge|meldungen|produkte|rezepte)|auch interessant|lesen sie (auch|mehr)|mehr (lesen|erfahren|davon)|beliebte|neueste (beiträge|artikel)|kunden (kauften|interessierten)",
  "相关(内容|产品|问题|主题|话题|视频|帖子)|大家都在(看|搜)|最新(文章|新闻|发布|资讯)|为您推荐|更多(文章|新闻|精彩|内容)|上一篇|下一篇|你可能(也|还)?喜欢|熱門|最新(消息|文章)|関連(する記事|コンテンツ|キーワード|ページ)|この記事を読んだ人|最新記事|人気|新着|前の記事|次の記事|よく読まれ|こちらもおすすめ|관련 ?(콘텐츠|상품|글|링크)|최신 ?(기사|글|뉴스)|다른 글|함께 (본|읽으면)|이전 ?글|다음 ?글",
];

/** What a whole link, button or line says when it is a control, in languages of fewer sites. */
export const CONTROLS_ELSEWHERE: readonly string[] = [
  "paylaş|facebook'ta paylaş|x'te paylaş|yazdır|yorum yap|devamını oku|giriş( yap)?|üye (ol|girişi)|kayıt ol|reklam|ana ?sayfa|yukarı|kaydet|gönder|abone ol|takip et|yazı boyutu",
  "udostępnij|drukuj|skomentuj|dodaj komentarz|czytaj (dalej|więcej)|zaloguj( się)?|zarejestruj( się)?|reklama|strona główna|do góry|zapisz|wyślij|obserwuj|wróć|komentarze( \\(?\\d+\\)?)?|podziel się",
  "sdílet|tisk|tisknout|přihlásit( se)?|registrovat|číst (dál|více)|domů|nahoru|reklama|diskuse( \\(\\d+\\))?|zdieľať|prihlásiť( sa)?|čítať (ďalej|viac)|megosztás|nyomtatás|bejelentkezés|regisztráció|tovább|hirdetés|vissza|distribuie|autentificare|citește mai mult|publicitate|înapoi sus",
  "delen|deel dit( artikel)?|afdrukken|inloggen|aanmelden|registreren|lees (meer|verder)|advertentie|naar boven|bewaar|reageer|skriv ut|logga in|läs mer|annons|till toppen|logg inn|les mer|annonse|log ind|læs mere|annonce|tulosta|kirjaudu|lue lisää|mainos",
  "κοινοποίηση|σύνδεση|διαβάστε περισσότερα|διαφήμιση|поширити|увійти|реєстрація|читати далі|реклама|друк|сподели|вход|прочети още|распечатать|вход|регистрация|читать (далее|дальше|полностью)|скопировать( ссылку)?|в закладки|пожаловаться|комментировать|оставить комментарий|показать (ещё|все)( .{0,30})?|подписаться|обсудить|объяснить код",
  "साझा करें|शेयर करें|लॉग ?इन|और पढ़ें|विज्ञापन|शेयर|শেয়ার|বিজ্ঞাপন|chia sẻ|đăng nhập|đăng ký|xem thêm|quảng cáo|bình luận|về đầu trang|bagikan|selengkapnya|iklan|komentar|แชร์|เข้าสู่ระบบ|สมัครสมาชิก|อ่านต่อ|โฆษณา",
  "اشتراک ?گذاری|ورود|ثبت ?نام|ادامه مطلب|تبلیغات|چاپ|ویرایش|بازگشت به بالا|طباعة|إرسال|تعليق|أضف تعليق|הדפסה|שלח|תגובה|הוסף תגובה|לראש העמוד",
  "imprimir|guardar|comentar|registrarse|suscr[ií]bete|suscribirse|entrar|cadastre-se|assine|compartilhar?|compartilhe|salvar|curtir|leia mais|veja mais|ver (más|mais|todos?|todas?)|accedi|registrati|abbonati|stampa|salva|commenta|leggi tutto|vedi tutti|se connecter|s[’']inscrire|s[’']abonner|imprimer|enregistrer|commenter|voir (plus|tout)|en savoir plus|einloggen|registrieren|abonnieren|drucken|merken|kommentieren|mehr( erfahren| anzeigen)?|alle anzeigen|nach oben",
  "打印|收藏|点赞|关注|举报|评论(\\d+)?|转发|复制链接|返回(首页|顶部|列表)|查看更多|展开(全文)?|收起|登录/注册|注册|加载更多|広告|共有|保存|いいね!?|ブックマーク|もっと見る|続きを見る|一覧(へ|を見る|に戻る)?|トップページ|会員登録|ログイン/登録|フォロー(する)?|通報|공유( ?하기)?|인쇄|로그인|회원가입|더 ?보기|목록|광고|구독|좋아요|신고|스크랩",
  "(views?|hits|reads|odsłony|wyświetleń|aufrufe|vues|lectures|visitas|lecturas|visualizações|visualizzazioni|letture|просмотр(ы|ов)|görüntülenme|okunma|weergaven|visningar|阅读(量|数)?|浏览(量|次数)?|点击|閲覧数|조회( ?수)?|lượt xem|dilihat)[:：]? ?[\\d.,]+( ?[km万])?",
];

/** What only the bottom of a site says, in languages of fewer sites. */
export const LEGAL_ELSEWHERE: readonly string[] = [
  "tüm hakları saklıdır|wszelkie prawa zastrzeżone|všechna práva vyhrazena|všetky práva vyhradené|minden jog fenntartva|toate drepturile rezervate|alle rechten voorbehouden|med ensamrätt|alla rättigheter|alle rettigheter|alle rettigheder|kaikki oikeudet|με επιφύλαξη|всі права захищені|всички права запазени",
  "सर्वाधिकार सुरक्षित|সর্বস্বত্ব|bản quyền|hak cipta|สงวนลิขสิทธิ์|تمام حقوق|کلیه حقوق|todos os direitos|保留所有权利|icp备|京公网安备|무단 ?전재|all right reserved",
];

/** What links at the bottom of a site are called, in languages of fewer sites. */
export const LEGAL_LINKS_ELSEWHERE: readonly string[] = [
  "künye|iletişim|gizlilik|kullanım (şartları|koşulları)|hakkımızda|kontakt|polityka|regulamin|o nas|redakcja|reklama$|ochrana|obchodní|podmínky|kapcsolat|adatvédelem|impresszum|politica|termeni|despre noi|privacybeleid|algemene voorwaarden|over ons|colofon|integritetspolicy|om oss|personvern|om os|tietosuoja|yhteystiedot",
  "όροι|πολιτική|επικοινωνία|конфіденційність|умови|контакти|про нас|за нас|поверителност|редакция|реклама$|пользовательское|соглашение|о (сайте|компании|редакции)|गोपनीयता|संपर्क|हमारे बारे|chính sách|điều khoản|liên hệ|giới thiệu|kebijakan|tentang kami|kontak|hubungi|นโยบาย|ติดต่อ|เกี่ยวกับ|حریم خصوصی|تماس با|درباره",
  "política de|termos|fale conosco|quem somos|contacto$|quiénes somos|chi siamo|contatti|termini|qui sommes|contact$|crédits|über uns|nutzungsbedingungen|版权|免责|网站地图|联系方式|隱私|聯絡|サイトマップ|運営会社|特定商取引|고객센터|회사소개",
];

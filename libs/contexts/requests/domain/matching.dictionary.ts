/**
 * Words for the same thing, as front desks and guests write them in the languages of the pages; each line is one thing, with the lines
 * indented below it. Many are from the annotations of Unicode CLDR 45, chosen by hand, some in the case that follows "I lost", plurals that
 * are more than an ending, and compounds, as the index of keys doesn't find their ends. Texts are compared word by word, so a name of two
 * words has only the one that tells it apart: `chuva` (rain) of guarda-chuva, `fotografica` of macchina fotografica, `power` of power bank.
 * `portatil` alone is Spanish for a laptop. A word stands for one thing.
 */
export const THINGS = `
  charger ladegerat ladekabel chargeur cargador oplader adapter adaptor cable kabel netzteil caricabatterie caricatore cavo
    carregador cabo ładowarka ładowarkę laddare laddkabel 充電器 ケーブル アダプター 充电器 数据线 شاحن كابل 充电 充電 handyladegerät telefoonlader
    lader mobilladdare chargers chargeurs cargadores laddaren opladers ładowarki cavetto ladekabels kablar
  phone smartphone mobile cellphone handy telephone telefon telefoon telefono movil iphone cellulare telefonino celular telemóvel
    telefone mobil mobiltelefon telefonu komórka komórkę スマホ スマートフォン 携帯 電話 手机 电话 هاتف جوال موبايل telemóveis هواتف portable
  headphones headphone headset earphones earbuds airpods kopfhorer ecouteurs auriculares koptelefoon casque cuffie auricolari
    fones auscultadores słuchawki hörlurar ヘッドホン ヘッドフォン イヤホン 耳机 سماعة سماعات ohrstöpsel headsets ohrhörer oortjes auricular
    écouteur airpod słuchawka słuchawkę hörlur hörsnäckor イヤフォン
  suitcase valise koffer trolley luggage baggage maleta bagage gepack equipaje valigia bagaglio mala walizka walizkę bagaż
    resväska スーツケース 荷物 行李 行李箱 أمتعة handkoffer rollkoffer reisekoffer suitcases valises resväskor kappsäck walizki walizek valigie
    valige malas trolleys koffers キャリーケース حقائب
  backpack rucksack rugzak mochila daypack zaino plecak ryggsäck リュック リュックサック バックパック 背包 书包 双肩包 plecaka plecaki ryggsäckar zaini
    mochilas rugtas
  bag tasche sac tas bolso bolsa handbag handtasche tote borsa borsetta torba torbę torebka torebkę väska handväska バッグ かばん 鞄
    ハンドバッグ 手提包 包 شنطة حقيبة laptoptasche umhängetasche kulturtasche شنط tassen borse väskor torby handtas sporttas reistas
    sporttasche reisetasche sacoche bolsas トートバッグ
  wallet purse geldborse portemonnaie portefeuille cartera monedero portmonee brieftasche portafoglio portafogli borsellino
    carteira portfel portfela portmonetka plånbok 財布 钱包 محفظة geldbeutel portemonnees محافظ wallets purses plånböcker portfele
    portefeuilles carteiras
  jacket coat jacke mantel veste manteau anorak parka chaqueta abrigo jas blazer giacca cappotto giubbotto casaco jaqueta kurtka
    kurtkę płaszcz jacka kappa kavaj ジャケット コート 上着 外套 夹克 大衣 معطف سترة جاكيت wintermantel regenmantel winterjacke lederjacke
    regenjacke vinterjacka regnjacka jassen jackor kurtki giacche winterjas regenjas casacos jaquetas jacken raincoat overcoat
  jumper sweater pullover cardigan pull trui jersey sweatshirt hoodie maglione felpa camisola suéter sweter bluza bluzę tröja セーター
    パーカー トレーナー 毛衣 كنزة tröjor swetry fleece
  trousers pants jeans hose pantalon broek pantaloni calças calça spodnie dżinsy byxor ズボン パンツ ジーンズ 裤子 牛仔裤 بنطلون سروال جينز
    سراويل shorts leggings tights jogginghose strumpfhose bermuda broeken spodni calzoncini pantalones pantalons
  shirt hemd chemise camisa overhemd blouse bluse camicia maglietta camicetta camiseta koszula koszulę koszulka koszulkę skjorta
    blus シャツ ブラウス 衬衫 قميص poloshirt oberhemd قمصان tshirt polo overhemden camicie skjortor Tシャツ
  shoes shoe sneakers trainers boots schuhe chaussures zapatos schoenen scarpe scarpa stivali sapatos sapato tênis botas buty
    trampki skor sko stövlar 靴 スニーカー ブーツ 鞋 鞋子 运动鞋 حذاء أحذية turnschuhe sportschuhe wanderschuhe sneaker gymschoenen löparskor
    schuh sandals sandal slippers slipper hausschuhe pantoffeln sandalen sandales pantoufles tongs zapatillas sandalias chanclas
    pantoffels ciabatte sandali infradito chinelo chinelos sandália kapcie klapki sandały sandaler tofflor stövel zapato zapatilla
    chaussure laars laarzen stiefel bottes サンダル スリッパ 拖鞋 凉鞋 صندل
  scarf schal echarpe bufanda sjaal foulard shawl sciarpa cachecol lenço szalik szal halsduk マフラー スカーフ 围巾 وشاح cachecóis أوشحة
    scarves sjaals halsdukar sciarpe szaliki
  hat cap mutze bonnet beanie gorro hut chapeau sombrero muts pet cappello berretto chapéu boné czapka czapkę kapelusz mössa hatt
    keps 帽子 قبعة baseballkappe kappe wollmütze hoed hoeden قبعات hats hüte petten mutsen mössor hattar czapki cappelli chapeaux
    gorras gorra sonnenhut
  gloves glove handschuhe gants guantes handschoenen mittens guanti luvas rękawiczki handskar vantar 手袋 手套 قفازات قفازان handschuh
    gant guante handschoen guanto luva rękawiczka handske vante
  glasses spectacles brille lunettes gafas bril eyeglasses specs sunglasses sonnenbrille occhiali óculos okulary glasögon solglasögon
    メガネ 眼鏡 サングラス 眼镜 墨镜 太阳镜 نظارة نظارات sonnenbrillen lesebrillen läsglasögon brillen brilles zonnebril zonnebrillen leesbril
    lesebrille occhiale gafa lentes
  umbrella parapluie regenschirm schirm paraguas paraplu brolly ombrello parasol parasolka parasolkę paraply 傘 雨伞 مظلة شمسية chuva
    sombrinha مظلات brollies paraplyer parasole parasolki ombrelli schirme
  watch uhr montre reloj horloge armbanduhr smartwatch orologio relógio zegarek klocka armbandsur 時計 腕時計 手表 ساعة ساعات uhren
    watches fitbit klockor horloges orologi zegarki relojes relógios montres
  ring bague anillo wedding ehering anello anel aliança pierścionek obrączka obrączkę vigselring 指輪 戒指 خاتم goldring silberring
    verlobungsring trouwring anillos anneau bagues anelli anéis ringar pierścionki خواتم
  necklace chain pendant halskette kette collier collar ketting collana catenina colar corrente naszyjnik łańcuszek halsband ネックレス
    项链 قلادة عقد قلائد necklaces collane colares halsketten kedja kettingen naszyjniki
  earring earrings ohrring ohrringe boucles pendientes oorbel oorbellen orecchini orecchino brincos brinco kolczyki kolczyk
    örhängen örhänge イヤリング ピアス 耳环 أقراط قرط boucle pendiente aretes kolczyka ohrringen studs 耳钉 حلق
  bracelet armband pulsera armreif braccialetto bracciale pulseira bransoletka bransoletkę ブレスレット 手链 手镯 سوار bracelets
    braccialetti pulseras bransoletki armreifen bangle أساور
  laptop notebook computer macbook ordinateur portatil ordenador computador dator ノートパソコン パソコン 笔记本电脑 电脑 حاسوب كمبيوتر portáteis
    حواسيب chromebook datorer
  tablet ipad kindle ereader surfplatta タブレット 平板电脑 تابلت tablets tablettes ipads surfplattor
  camera kamera appareil camara fototoestel fotocamera aparat カメラ 相机 照相机 كاميرا fotografica cameras kameror aparatu appareils
  book novel paperback buch livre libro boek roman livro książka książkę bok 书 书籍 كتاب 書籍 notizbuch taschenbuch kinderbuch
    notitieboek anteckningsbok 本 كتب books bücher livros libros libri böcker książki boeken novels leesboek bouquin
  teddy plush cuddly stuffed stofftier kuscheltier peluche doudou knuffel teddybar orsacchiotto pelúcia miś misia pluszak nalle
    gosedjur ぬいぐるみ 毛绒玩具 泰迪熊 دمية دبدوب 玩具 toy toys doll dolls spielzeug puppe jouet jouets poupée juguete juguetes muñeca
    speelgoed giocattolo giocattoli bambola brinquedo brinquedos boneca zabawka zabawki zabawkę lalka lalkę leksak leksaker docka
    おもちゃ 人形 娃娃 لعبة oso osos nallar دببة teddies knuffels pluche gosedjuret maskotka maskotkę kuscheltiere
  toiletry toiletries wash cosmetics kulturbeutel neceser toilettas trousse kosmetiktasche beauty nécessaire kosmetyczka
    kosmetyczkę necessär 化粧ポーチ ポーチ 化妆包 washbag toilettasje toiletteria beautycase kosmetyczki necessären
  toothbrush zahnburste brosse cepillo tandenborstel spazzolino escova szczoteczka szczoteczkę tandborste 歯ブラシ 牙刷 فرشاة فرش
    zahnbürsten toothbrushes tandborstar spazzolini brosses
  keys key keycard schlussel cle cles llave llaves sleutel sleutels chiavi chiave chaves chave klucze klucz kluczyki nycklar nyckel 鍵 キー
    钥匙 مفتاح مفاتيح zimmerschlüssel autoschlüssel hausschlüssel autosleutel huissleutel bilnyckel bilnycklar keyring keychain
    schlüsselbund schlüsselanhänger llavero chaveiro portachiavi sleutelbos brelok nyckelknippa nycklarna kluczyk kluczyka clef
    clefs キーホルダー 钥匙扣 ميدالية
  passport pass reisepass passeport pasaporte paspoort passaporto passaporte paszport パスポート 护照 جواز passports paszporty paszportu
    passaporti passeports pasaportes pässe reisepässe جوازات
  pillow kissen oreiller almohada kussen cushion cuscino almofada travesseiro poduszka poduszkę kudde 枕 枕头 وسادة مخدة nackenkissen
    reisekissen nekkussen وسائد kuddar poduszki cuscini almohadas kissens
  bottle flasche bouteille botella fles bottiglia borraccia garrafa butelka butelkę bidon flaska 水筒 ボトル 水瓶 زجاجة قارورة
    wasserflasche thermosflasche thermoskanne waterfles vattenflaska زجاجات flaskor butelki bottiglie botellas flessen garrafas
    trinkflasche drinkfles gourde flask waterbottle
  sock socks socken socke chaussette chaussettes calcetin calcetines sok sokken calzino calzini meia meias skarpetka skarpetki
    skarpety strumpa strumpor 靴下 ソックス 袜子 جورب جوارب
  dress skirt vestito vestiti kleid kleider rock robe jupe vestido falda jurk rok abito gonna saia sukienka sukienkę spódnica
    klänning klänningar kjol ワンピース ドレス スカート 连衣裙 裙子 فستان فساتين تنورة
  suit tuxedo anzug sakko costume traje kostuum completo terno garnitur kostym スーツ 西装 بدلة
  tie ties necktie krawatte krawatten cravate corbata stropdas cravatta gravata krawat slips ネクタイ 领带
  belt belts gürtel ceinture cinturón riem cintura cinto pasek bälte skärp ベルト 皮带 腰带 حزام
  underwear boxers briefs knickers panties bra unterwäsche unterhose unterhosen slip culotte soutien calzoncillos bragas sujetador
    ondergoed onderbroek mutande reggiseno cueca calcinha sutiã bielizna majtki biustonosz underkläder kalsonger trosor 下着 ブラジャー
    内衣 内裤 文胸
  swimsuit swimwear bikini trunks badehose badeanzug maillot bañador zwembroek badpak maiô sunga biquíni kąpielówki kąpielowy
    baddräkt badbyxor 水着 泳衣 泳裤 مايوه
  pyjamas pyjama pajamas pajama nightgown nightdress schlafanzug nachthemd pigiama pijama piżama piżamę nattlinne パジャマ 睡衣 بيجامة
  towel towels handtuch handtücher badetuch serviette toalla handdoek handdoeken asciugamano asciugamani toalha ręcznik ręczniki
    handduk badlakan タオル 毛巾 浴巾 منشفة فوطة
  blanket blankets decke decken couverture manta deken coperta cobertor koc filt 毛布 ブランケット 毯子 毛毯 بطانية
  hairdryer dryer föhn fön haartrockner secador phon asciugacapelli suszarka suszarkę hårtork ドライヤー 吹风机 مجفف
  straightener straighteners glätteisen lisseur plancha stijltang piastra chapinha prostownica prostownicę plattång
  razor shaver rasierer rasierapparat scheerapparaten rasoir afeitadora maquinilla scheerapparaat rasoio barbeador golarka golarkę
    rakapparat rakhyvel カミソリ シェーバー 剃须刀 شفرة
  makeup lipstick mascara schminke lippenstift maquillage maquillaje pintalabios trucco trucchi rossetto maquiagem batom makijaż
    szminka szminkę smink läppstift 口紅 化粧品 口红 化妆品 مكياج
  perfume cologne fragrance aftershave parfum profumo perfumy parfym 香水 عطر
  hairbrush brush comb bürste haarbürste kamm peigne peine haarborstel spazzola pettine pente szczotka szczotkę grzebień hårborste
    ブラシ 梳子 مشط
  medicine medication pills medikament medikamente pillen tabletten médicament médicaments medicamento medicamentos medicina
    pastillas medicijn medicijnen medicinale farmaci remédio remédios leki lekarstwo tabletki medicin piller 薬 药 药品 دواء أدوية
  hearing hörgerät hörgeräte auditif auditive audífono gehoorapparaat acustico auditivo słuchowy hörapparat 補聴器 助听器
  dentures denture gebiss zahnspange zahnprothese retainer aligner dentier dentadura kunstgebit dentiera proteza protezę löständer
    tandställning 入れ歯 假牙 牙套
  powerbank power battery akku batterie batería accu batteria batteri モバイルバッテリー 充电宝 移动电源 电池
  mouse maus souris ratón muis mysz マウス 鼠标
  keyboard tastatur clavier teclado toetsenbord tastiera klawiatura klawiaturę tangentbord キーボード 键盘
  console controller gamepad playstation nintendo xbox gameboy konsole consola konsola spelkonsol ゲーム ゲーム機 游戏机
  speaker speakers lautsprecher enceinte altavoz luidspreker altoparlante głośnik högtalare スピーカー 音箱
  cufflinks cufflink manschettenknopf manschettenknöpfe gemelos manchetknopen gemelli abotoaduras spinki manschettknappar カフス 袖扣
  brooch brosche broche spilla broszka broszkę brosch ブローチ 胸针 بروش
  jewellery jewelry schmuck bijou bijoux joya joyas sieraad sieraden gioiello gioielli joia joias biżuteria biżuterię smycke
    smycken アクセサリー 首饰 珠宝 مجوهرات
  lighter feuerzeug briquet encendedor mechero aansteker accendino isqueiro zapalniczka zapalniczkę tändare ライター 打火机 ولاعة
  knife penknife messer taschenmesser couteau canif cuchillo navaja zakmes coltello coltellino faca canivete nóż scyzoryk kniv ナイフ
    刀 سكين
  document documents address papers folder dokument dokumente unterlagen papiere mappe ordner dossier papiers documento documentos
    papeles carpeta documenten papieren documenti dokumenty teczka teczkę papper 書類 文件 资料 وثيقة وثائق مستندات
  pen pens pencil ballpoint stylus stift kugelschreiber füller stylo crayon bolígrafo pluma lápiz penna matita caneta lápis
    długopis ołówek blyerts ペン 鉛筆 笔 钢笔 قلم
  mug cup thermos becher tasse tazza gobelet taza termo beker mok caneca kubek termos mugg termosmugg マグ カップ マグカップ 杯子 保温杯 كوب
  lunchbox tupperware brotdose lunchdose gamelle fiambrera broodtrommel portapranzo marmita lancheira lunchlåda matlåda 弁当 弁当箱 饭盒
  helmet helm fahrradhelm casco capacete kask hjälm ヘルメット 头盔 خوذة
  ski skis skier esquí esquís sci narty skidor スキー 滑雪板
  racket racquet schläger tennisschläger raquette raqueta racchetta raquete rakieta rakietę ラケット 球拍 مضرب
  ball football fussball ballon pelota balón voetbal pallone palla bola piłka piłkę boll fotboll ボール 球 足球 كرة
  cane walking crutch crutches gehstock krücke krücken canne béquille béquilles bastón muletas wandelstok krukken bastone
    stampella stampelle bengala muleta laska laskę käpp krycka kryckor 杖 松葉杖 拐杖 عصا عكاز
  pram stroller buggy pushchair kinderwagen poussette cochecito passeggino carrinho wózek barnvagn ベビーカー 婴儿车
  pacifier dummy soother schnuller nuckel tétine sucette chupete speen fopspeen ciuccio chupeta smoczek napp おしゃぶり 奶嘴 لهاية
  card cards karte karten kreditkarte bankkarte carte tarjeta tarjetas kaart creditcard bankpas pinpas bancomat tessera cartão
    cartões karta kort kreditkort bankkort カード クレジットカード 卡 信用卡 银行卡 بطاقة
  licence license identity ausweis personalausweis führerschein permis identité identidad dni carnet identiteitskaart rijbewijs
    identiteit patente identità identidade dowód körkort legitimation 免許証 身分証 身份证 驾照 هوية رخصة
  money cash coins geld bargeld münzen monnaie dinero efectivo monedas soldi denaro contanti monete dinheiro moedas pieniądze
    gotówka gotówkę pengar kontanter 現金 お金 现金 钱 نقود
  gift present geschenk cadeau regalo presente prezent プレゼント 礼物 هدية
  case hülle etui brillenetui housse estuche funda hoes hoesje custodia capa fodral skal pokrowiec ケース 保护壳 手机壳
  cigarettes cigarette vape zigaretten zigarette cigarrillos sigaretten sigarette cigarros papierosy cigaretter タバコ 电子烟 香烟 سجائر
`;

import { plain } from './matching.words.js';

/**
 * Words for the same thing, as front desks and guests write them in the languages of the pages; each line is one thing, with the lines
 * indented below it. Those in Italian, Portuguese, Polish, Swedish, Japanese, Chinese and Arabic are from the annotations of Unicode
 * CLDR 45, chosen by hand, some in the case that follows "I lost". Texts are compared word by word, so a name of two words has only the
 * one that tells it apart: `chuva` (rain) of guarda-chuva, `fotografica` of macchina fotografica. `portatil` alone is Spanish for a laptop.
 */
const THINGS = `
  charger ladegerat ladekabel chargeur cargador oplader adapter adaptor cable kabel netzteil caricabatterie caricatore cavo carregador
    cabo ładowarka ładowarkę laddare laddkabel
    充電器 ケーブル アダプター 充电器 数据线 شاحن كابل 充电 充電
  phone smartphone mobile cellphone handy telephone telefon telefoon telefono movil iphone cellulare telefonino celular telemóvel
    telefone mobil mobiltelefon telefonu komórka komórkę
    スマホ スマートフォン 携帯 電話 手机 电话 هاتف جوال موبايل
  headphones headphone headset earphones earbuds airpods kopfhorer ecouteurs auriculares koptelefoon casque cuffie auricolari fones
    auscultadores słuchawki hörlurar
    ヘッドホン ヘッドフォン イヤホン 耳机 سماعة سماعات
  suitcase valise koffer trolley luggage baggage maleta bagage gepack equipaje valigia bagaglio mala walizka walizkę bagaż resväska
    スーツケース 荷物 行李 行李箱 أمتعة
  backpack rucksack rugzak mochila daypack zaino plecak ryggsäck
    リュック リュックサック バックパック 背包 书包 双肩包
  bag tasche sac tas bolso bolsa handbag handtasche tote borsa borsetta carteira torba torbę torebka torebkę väska handväska
    バッグ かばん 鞄 ハンドバッグ 手提包 包 شنطة حقيبة
  wallet purse geldborse portemonnaie portefeuille cartera monedero portmonee brieftasche portafoglio portafogli borsellino carteira
    portfel portfela portmonetka plånbok
    財布 钱包 محفظة
  jacket coat jacke mantel veste manteau anorak parka chaqueta abrigo jas blazer giacca cappotto giubbotto casaco jaqueta kurtka kurtkę
    płaszcz jacka kappa kavaj
    ジャケット コート 上着 外套 夹克 大衣 معطف سترة جاكيت
  jumper sweater pullover cardigan pull trui jersey sweatshirt hoodie maglione felpa camisola suéter sweter bluza bluzę tröja
    セーター パーカー トレーナー 毛衣 كنزة
  trousers pants jeans hose pantalon broek pantaloni calças calça spodnie dżinsy byxor
    ズボン パンツ ジーンズ 裤子 牛仔裤 بنطلون سروال جينز
  shirt hemd chemise camisa overhemd blouse bluse camicia maglietta camicetta camiseta koszula koszulę koszulka koszulkę skjorta blus
    シャツ ブラウス 衬衫 قميص
  shoes shoe sneakers trainers boots schuhe chaussures zapatos schoenen scarpe scarpa stivali sapatos sapato tênis botas buty trampki
    skor sko stövlar
    靴 スニーカー ブーツ 鞋 鞋子 运动鞋 حذاء أحذية
  scarf schal echarpe bufanda sjaal foulard shawl sciarpa cachecol lenço szalik szal halsduk マフラー スカーフ 围巾 وشاح
  hat cap mutze bonnet beanie gorro hut chapeau sombrero muts pet cappello berretto chapéu boné czapka czapkę kapelusz mössa hatt
    keps
    帽子 قبعة
  gloves glove handschuhe gants guantes handschoenen mittens guanti luvas rękawiczki handskar vantar
    手袋 手套 قفازات قفازان
  glasses spectacles brille lunettes gafas bril eyeglasses sunglasses sonnenbrille occhiali óculos okulary glasögon solglasögon
    メガネ 眼鏡 サングラス 眼镜 墨镜 太阳镜 نظارة نظارات
  umbrella parapluie regenschirm schirm paraguas paraplu brolly ombrello parasol parasolka parasolkę paraply
    傘 雨伞 مظلة شمسية chuva sombrinha
  watch uhr montre reloj horloge armbanduhr smartwatch orologio relógio zegarek klocka armbandsur 時計 腕時計 手表 ساعة
  ring bague anillo wedding ehering anello anel aliança pierścionek obrączka obrączkę vigselring 指輪 戒指 خاتم
  necklace chain pendant halskette kette collier collar ketting collana catenina colar corrente naszyjnik łańcuszek halsband
    ネックレス 项链 قلادة عقد
  earring earrings ohrring ohrringe boucles pendientes oorbel oorbellen orecchini orecchino brincos brinco kolczyki kolczyk örhängen
    örhänge
    イヤリング ピアス 耳环 أقراط قرط
  bracelet armband pulsera armreif braccialetto bracciale pulseira bransoletka bransoletkę ブレスレット 手链 手镯 سوار
  laptop notebook computer macbook ordinateur portatil ordenador computador dator
    ノートパソコン パソコン 笔记本电脑 电脑 حاسوب كمبيوتر
  tablet ipad kindle ereader surfplatta タブレット 平板电脑 تابلت
  camera kamera appareil camara fototoestel fotocamera câmera aparat カメラ 相机 照相机 كاميرا fotografica
  book novel paperback buch livre libro boek roman livro książka książkę bok 书 书籍 كتاب 書籍
  teddy plush cuddly stuffed stofftier kuscheltier peluche doudou knuffel teddybar orsacchiotto pelúcia miś misia pluszak nalle
    gosedjur
    ぬいぐるみ 毛绒玩具 泰迪熊 دمية دبدوب 玩具
  toiletry toiletries wash cosmetics kulturbeutel neceser toilettas trousse kosmetiktasche beauty nécessaire necessaire kosmetyczka
    kosmetyczkę necessär
    化粧ポーチ ポーチ 化妆包
  toothbrush zahnburste brosse cepillo tandenborstel spazzolino escova szczoteczka szczoteczkę tandborste 歯ブラシ 牙刷 فرشاة
  keys key schlussel cle cles llave llaves sleutel sleutels chiavi chiave chaves chave klucze klucz kluczyki nycklar nyckel
    鍵 キー 钥匙 مفتاح مفاتيح
  passport pass reisepass passeport pasaporte paspoort passaporto passaporte paszport パスポート 护照 جواز
  pillow kissen oreiller almohada kussen cushion cuscino almofada travesseiro poduszka poduszkę kudde 枕 枕头 وسادة مخدة
  bottle flasche bouteille botella fles bottiglia borraccia garrafa butelka butelkę bidon flaska
    水筒 ボトル 水瓶 زجاجة قارورة
`;

const LINES = THINGS.trim()
  .split(/\n {2}(?! )/)
  .map((line) => [...new Set(line.split(/\s+/).map(plain))]);
const LINE_OF = new Map(LINES.flatMap((line) => line.map((word) => [word, line] as const)));

/** The words and all others for the same things. */
export function withSynonyms(words: readonly string[]): string[] {
  return [...new Set(words.flatMap((word) => [word, ...(lineOf(word) ?? [])]))];
}

/** All words for the thing of a word, as `wordsOf` gives it: of the word, its singular, or its longest end, as `mantel` in Wintermantel. */
export function lineOf(word: string): readonly string[] | undefined {
  for (const form of [word, word.slice(0, -1), word.slice(0, -2)]) {
    const line = form === word || form.length > 2 ? LINE_OF.get(form) : undefined;
    if (line) return line;
  }
  // Shorter ends are those of too many words.
  for (let start = 2; start <= word.length - 5; start++) {
    const line = LINE_OF.get(word.slice(start));
    if (line) return line;
  }
  return undefined;
}

/** Whether it is a word for a thing as it stands. */
export function isThing(word: string): boolean {
  return LINE_OF.has(word);
}

/**
 * Words for the same thing, as front desks and guests write them; each line is one thing. Without accents and in lower case, and never
 * two words: texts are compared word by word.
 */
const THINGS = `
  charger ladegerat ladekabel chargeur cargador oplader adapter adaptor cable kabel netzteil
  phone smartphone mobile cellphone handy telephone telefon telefoon telefono movil iphone
  headphones headphone headset earphones earbuds airpods kopfhorer ecouteurs auriculares koptelefoon casque
  suitcase valise koffer trolley luggage baggage maleta bagage gepack equipaje
  backpack rucksack rugzak mochila daypack
  bag tasche sac tas bolso bolsa handbag handtasche tote
  wallet purse geldborse portemonnaie portefeuille cartera monedero portmonee brieftasche
  jacket coat jacke mantel veste manteau anorak parka chaqueta abrigo jas blazer
  jumper sweater pullover cardigan pull trui jersey sweatshirt hoodie
  trousers pants jeans hose pantalon broek
  shirt hemd chemise camisa overhemd blouse bluse
  shoes shoe sneakers trainers boots schuhe chaussures zapatos schoenen
  scarf schal echarpe bufanda sjaal foulard shawl
  hat cap mutze bonnet beanie gorro hut chapeau sombrero muts pet
  gloves glove handschuhe gants guantes handschoenen mittens
  glasses spectacles brille lunettes gafas bril eyeglasses sunglasses sonnenbrille
  umbrella parapluie regenschirm schirm paraguas paraplu brolly
  watch uhr montre reloj horloge armbanduhr smartwatch
  ring bague anillo wedding ehering
  necklace chain pendant halskette kette collier collar ketting
  earring earrings ohrring ohrringe boucles pendientes oorbel oorbellen
  bracelet armband pulsera armreif
  laptop notebook computer macbook ordinateur portatil ordenador
  tablet ipad kindle ereader
  camera kamera appareil camara fototoestel
  book novel paperback buch livre libro boek roman
  teddy plush cuddly stuffed stofftier kuscheltier peluche doudou knuffel teddybar
  toiletry toiletries wash cosmetics kulturbeutel neceser toilettas trousse kosmetiktasche
  toothbrush zahnburste brosse cepillo tandenborstel
  keys key schlussel cle cles llave llaves sleutel sleutels
  passport pass reisepass passeport pasaporte paspoort
  pillow kissen oreiller almohada kussen cushion
  bottle flasche bouteille botella fles
`;

const LINES = THINGS.trim()
  .split('\n')
  .map((line) => line.trim().split(' '));
const LINE_OF = new Map(LINES.flatMap((line) => line.map((word) => [word, line] as const)));
/** Whether two words, as `wordsOf` gives them, name the same thing. */
export function sameThing(one: string, other: string): boolean {
  const line = lineOf(one);
  return line !== undefined && line === lineOf(other);
}

/** The words and all others for the same things. */
export function withSynonyms(words: readonly string[]): string[] {
  return [...new Set(words.flatMap((word) => [word, ...(lineOf(word) ?? [])]))];
}

/** The line of a word, of its singular, or of the longest word that it ends with, as `mantel` in Wintermantel. */
function lineOf(word: string): readonly string[] | undefined {
  for (const form of [word, word.slice(0, -1), word.slice(0, -2)]) {
    const line = form.length > 2 ? LINE_OF.get(form) : undefined;
    if (line) return line;
  }
  // Shorter ends are those of too many words.
  for (let start = 2; start <= word.length - 5; start++) {
    const line = LINE_OF.get(word.slice(start));
    if (line) return line;
  }
  return undefined;
}

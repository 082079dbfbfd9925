/** The meanings that a column of a spreadsheet may have, as `GET /items` names it. */
export const COLUMNS = [
  'item',
  'location',
  'departuredDate',
  'foundAt',
  'itemStorage',
  'brand',
  'colors',
  'owner.firstName',
  'owner.lastName',
  'owner.contactEmail',
  'owner.phoneNumber',
  'owner.reservationNumber',
  'internalNotes',
] as const;

export type Meant = (typeof COLUMNS)[number];

type Words = readonly (readonly [meant: Meant, words: RegExp])[];

/** The words of days that are neither a find's nor a departure. */
const OTHER_DAYS =
  'arriv|anreise|llegada|chegada|aankomst|ankomst|przyjazd|到着|入住|الوصول|birth|geburt|naiss|nacim|nascim|updat|until|expir';

/**
 * The words, without accents, that such columns are called by in the languages of the desk, what says most first: a guest's email is no
 * guest, the date of a departure no find's.
 */
const CLEAR: Words = [
  ['owner.contactEmail', /mail|courriel|correo|e.?post|メール|邮箱|郵箱|البريد/],
  ['owner.phoneNumber', /phone|\btel\b|telef|handy|mobil|電話|电话|手机|هاتف/],
  ['owner.reservationNumber', /reserv|booking|buchung|bokning|rezerw|prenot|conf(?:irmation)?\b.*(?:no|num|#)|予約|预订|الحجز/],
  ['departuredDate', /depart(?!e?ment)|abreise|check.?out|vertrek|partida|salida|saida|partenza|avres|utcheck|wyjazd|wymeld/],
  ['departuredDate', /退房|离店|チェックアウト|出発|مغادرة/],
  ['foundAt', new RegExp(`^(?!.*(?:${OTHER_DAYS})).*(?:date|datum|fecha|\\bdata\\b|拾得日|日付|日期|تاريخ)`)],
  ['owner.firstName', /first|given|vorname|prenom|nombre|voornaam|fornamn|imie\b|^名$|الاسم الاول/],
  [
    'owner.lastName',
    /last|surname|family|familien|nachname|apellido|cognome|achternaam|apelido|sobrenome|efternamn|nazwisko|姓|العائلة/,
  ],
  [
    'itemStorage',
    /shelf|regal|lager|aufbewahr(?!.*\bbis\b)|storage|opslag|\bplank\b|etagere|estante|magazz|almacen|hylla|po[lł]ka|magazyn|保管|存放|تخزين/,
  ],
  ['brand', /brand|\bmarke|\bmarque|marca|\bmerk\b|\bmarka|メーカー|品牌|الماركة/],
  ['colors', /colou?r|farbe|couleur|kleur|\bcor(?:es)?\b|\bfarg|kolor|色|لون/],
  ['internalNotes', /note|notiz|bemerk|remar|opmerk|comment|kommentar|notas|observa|anteckn|uwagi|備考|备注|ملاحظات/],
  [
    'location',
    /location|\bplace|room|zimmer|chambre|habitaci|camera|kamer|quarto|where|\bort\b|fundort|fundstelle|lieu|lugar|\blocal\b|luogo/,
  ],
  ['location', /vindplaats|\bplats|\brum\b|pokoj|miejsce|場所|部屋|地点|房间|غرفة|مكان/],
  ['item', /item(?! ?(?:#|n[or]\b|num|id\b|code|stat))|gegenstand|fundst(?!elle)|fundsache|objet|objeto|oggetto|voorwerp/],
  ['item', /beschr|descri|omschr|foremal|przedmiot|opis\b/],
  ['item', /品名|品物|忘れ物|拾得物|物品|描述|الوصف/],
];

/** Words that say less, asked for once the others are given away. */
const VAGUE: Words = [
  [
    'foundAt',
    /(?:found|gefunden|trouve|gevonden|encontrad|achad|trovat|ritrovat|hittad|znalez)(?!.*\b(?:by|von|durch|par|por|da|door|av|przez)\b)/,
  ],
  [
    'owner.lastName',
    /guest|owner|\bgast|client|huesped|hospede|ospite|name|naam|namn|\bnom\b|\bnome\b|nazwa|氏名|名前|姓名|اسم|ضيف/,
  ],
  ['owner.firstName', /^nome$/],
];

/** The likeliest meaning of each column, each meaning once; unknown columns are left out. */
export function guessed(header: readonly string[]): Record<string, Meant | null> {
  const left = new Set<Meant>(COLUMNS);
  const found = new Map<string, Meant | null>(header.filter((name) => name !== '').map((name) => [name, null]));
  const named: Words = COLUMNS.map((one) => [one, new RegExp(`^${one}$`, 'i')]);
  for (const words of [named, CLEAR, VAGUE]) {
    for (const [name, known] of found) {
      const folded = name.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC').toLowerCase();
      const [meant] = words.find(([one, word]) => left.has(one) && word.test(folded)) ?? [];
      if (known !== null || meant === undefined) continue;
      found.set(name, meant);
      left.delete(meant);
    }
  }
  return Object.fromEntries(found);
}

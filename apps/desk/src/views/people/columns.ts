/** The meanings that a column of a spreadsheet may have, as `GET /items` names it, with the words that such columns are called by. */
const MEANT = {
  item: /item|gegenstand|fundst|objet|objeto|oggetto|voorwerp|beschr|descri/i,
  location: /room|zimmer|chambre|habitaci|camera|kamer|where|ort\b|lieu|lugar/i,
  departuredDate: /depart|abreise|check.?out|vertrek|partida|salida|partenza/i,
  foundAt: /found|gefunden|trouv|gevonden|encontr|trovat|datum|date|fecha|data/i,
  itemStorage: /shelf|regal|lager|storage|plank|étag|estante/i,
  brand: /brand|marke|marque|marca|merk/i,
  colors: /colou?r|farbe|couleur|kleur/i,
  'owner.firstName': /first|vorname|prénom|nombre|voornaam/i,
  'owner.lastName': /guest|owner|gast|last|name|nom|apellido|cognome|naam/i,
  'owner.contactEmail': /mail/i,
  'owner.phoneNumber': /phone|tel/i,
  'owner.reservationNumber': /reserv|booking|buchung/i,
  internalNotes: /note|notiz|bemerk|remar|opmerk/i,
} as const;

export type Meant = keyof typeof MEANT;
export const COLUMNS = Object.keys(MEANT) as Meant[];

/** The likeliest meaning of each column, each meaning once; unknown columns are left out. */
export function guessed(header: readonly string[]): Record<string, Meant | null> {
  const left = new Set(COLUMNS);
  const names = header.filter((name) => name !== '');
  const entries = names.map((name): [string, Meant | null] => {
    const meant = [...left].find((one) => one === name) ?? [...left].find((one) => MEANT[one].test(name)) ?? null;
    if (meant) left.delete(meant);
    return [name, meant];
  });
  return Object.fromEntries(entries);
}

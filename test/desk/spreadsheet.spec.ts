import { describe, expect, it } from 'vitest';
import { guessed } from '../../apps/desk/src/views/people/columns.js';
import { sheetOf } from '../../apps/desk/src/views/people/spreadsheet.js';

const MEANINGS =
  'departuredDate item location owner.lastName owner.firstName owner.contactEmail owner.phoneNumber colors internalNotes foundAt';

describe('the desk knows what columns mean by the words that they are called by', () => {
  it.each([
    ['English', 'Check-out date;Description;Room;Last Name;First Name;Guest Email;Guest Phone;Colour;Comments;Date Found'],
    ['German', 'Abreise;Gegenstand;Fundort;Nachname;Vorname;E-Mail;Handy;Farbe;Bemerkung;Funddatum'],
    ['French', 'Date de départ;Objet;Chambre;Nom;Prénom;Courriel;Téléphone;Couleur;Remarques;Date'],
    ['Spanish', 'Fecha de salida;Objeto;Habitación;Apellidos;Nombre;Correo electrónico;Teléfono;Color;Notas;Fecha'],
    ['Portuguese', 'Data de saída;Objeto;Quarto;Apelido;Nome;E-mail;Telefone;Cor;Observações;Data'],
    ['Italian', 'Data di partenza;Oggetto;Camera;Cognome;Nome;E-mail;Telefono;Colore;Note;Data ritrovamento'],
    ['Dutch', 'Vertrekdatum;Voorwerp;Vindplaats;Achternaam;Voornaam;E-mailadres;Telefoon;Kleur;Opmerkingen;Gevonden op'],
    ['Swedish', 'Avresedatum;Föremål;Rum;Efternamn;Förnamn;E-post;Telefon;Färg;Anteckning;Hittad'],
    ['Polish', 'Data wyjazdu;Przedmiot;Pokój;Nazwisko;Imię;E-mail;Telefon;Kolor;Uwagi;Data znalezienia'],
    ['Japanese', 'チェックアウト日;品名;部屋番号;姓;名;メールアドレス;電話番号;色;備考;拾得日'],
    ['Chinese', '退房日期;物品;房间号;姓;名;邮箱;电话;颜色;备注;发现日期'],
    ['Arabic', 'تاريخ المغادرة;الوصف;الغرفة;اسم العائلة;الاسم الأول;البريد الإلكتروني;الهاتف;اللون;ملاحظات;تاريخ العثور'],
  ])('in %s', (_language, names) => {
    expect(Object.values(guessed(names.split(';')))).toEqual(MEANINGS.split(' '));
  });

  it.each([
    ['Found Location;Date Found;Found by', ['location', 'foundAt', null]],
    ['Lagerort;Fundort', ['itemStorage', 'location']],
    ['Item #;Item Description;Item status', [null, 'item', null]],
    ['Fundstelle;Fundstück;Aufbewahrung bis;Aufbewahrung', ['location', 'item', null, 'itemStorage']],
    ['Hotel;Titel;Department', [null, null, null]],
    ['Arrival date;Date of birth', [null, null]],
    ['Item name;Brand name;Guest name', ['item', 'brand', 'owner.lastName']],
    ['ITEM;externalID;Owner.LastName', ['item', null, 'owner.lastName']],
  ])('and takes none for what another has said: %s', (names, meanings) => {
    expect(Object.values(guessed(names.split(';')))).toEqual(meanings);
  });
});

it('the desk shows quotes as the API reads them', async () => {
  const text = 'sep=_\r\nitem_location\n"Acer_ 13" laptop_\t"Bar"\r"a \\"b\\" c"_"x""y"\nHat_"a\r\nb" ';
  const { header, rows } = await sheetOf(new File([text], 'finds.csv'), null, null);
  expect([header, ...rows]).toEqual([
    ['item', 'location'],
    ['"Acer_ 13" laptop', 'Bar'],
    ['a "b" c', 'x"y'],
    ['Hat', 'a\r\nb'],
  ]);
});

it.each([
  ['two marks', '\ufeff\ufeff"item";"location"\nHat;Bar'],
  ['a mark behind the line of the separator', 'sep=;\r\n\ufeff"item";"location"\nHat;Bar'],
  ['blank lines before the names', '\r\n;;\r\nitem;location\nHat;Bar'],
  ['spaces beside quotes', 'item; "location"\n "Hat" ; "Bar"'],
])('the desk shows a file with %s as the API reads it', async (_what, text) => {
  const { header, rows } = await sheetOf(new File([text], 'finds.csv'), null, null);
  expect([header, ...rows]).toEqual([
    ['item', 'location'],
    ['Hat', 'Bar'],
  ]);
});

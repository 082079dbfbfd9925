// A generated set of items and Requests for some of them, worded as guests would: with other words, in other languages, misspelled,
// incomplete, sometimes wrong. Two vocabularies of other things and brands: weights are fitted on one and judged on the other.
import { faker } from '@faker-js/faker';

/** The words of staff and those of guests for the same thing, its category and its brands. */
export const FITTED = [
  ['Phone charger', ['charger for my phone', 'charging cable', 'power adapter'], 'electronic_secondary', ['Anker', 'Apple']],
  ['Headphones', ['headset', 'earphones', 'Kopfhörer'], 'electronic_main', ['Sony', 'Bose', 'JBL']],
  ['Suitcase', ['valise', 'trolley', 'Koffer', 'luggage'], 'bag', ['Rimowa', 'Samsonite', 'Delsey']],
  ['Backpack', ['rucksack', 'bag', 'sac à dos'], 'bag', ['Eastpak', 'Deuter', null]],
  ['Jacket', ['coat', 'Jacke', 'anorak'], 'clothing', ['Patagonia', 'Jack Wolfskin', null]],
  ['Jumper', ['sweater', 'pullover', 'cardigan'], 'clothing', [null, 'H&M', 'Benetton']],
  ['Glasses', ['spectacles', 'lunettes', 'Brille'], 'personal_care', ['Ray-Ban', null]],
  ['Ring', ['wedding ring', 'band', 'bague'], 'jewelry', [null]],
  ['Necklace', ['chain', 'pendant', 'Halskette'], 'jewelry', [null, 'Pandora']],
  ['Laptop', ['notebook', 'computer', 'MacBook'], 'electronic_main', ['Lenovo', 'Apple', 'Dell']],
  ['Umbrella', ['parapluie', 'Regenschirm', 'brolly'], 'misc', [null]],
  ['Book', ['novel', 'paperback', 'Buch'], 'misc', [null]],
  ['Wallet', ['purse', 'Geldbörse', 'portefeuille'], 'private_item', [null, 'Fossil']],
];
export const JUDGED = [
  ['Mobile phone', ['Handy', 'téléphone', 'cellphone', 'my Samsung'], 'electronic_main', ['Samsung', 'Nokia']],
  ['Winter coat', ['Wintermantel', 'manteau', 'parka', 'abrigo'], 'clothing', [null, 'Moncler']],
  ['Scarf', ['Schal', 'écharpe', 'shawl', 'bufanda'], 'clothing', [null, 'Burberry']],
  ['Teddy bear', ['cuddly toy', 'soft toy', 'Kuscheltier', 'doudou'], 'toy', ['Steiff', null]],
  ['Tablet', ['iPad', 'e-reader', 'Kindle'], 'electronic_main', ['Amazon', 'Huawei']],
  ['Wash bag', ['toiletry bag', 'cosmetics', 'Kulturbeutel', 'neceser'], 'personal_care', [null]],
  ['Wrist watch', ['Armbanduhr', 'montre', 'reloj', 'smartwatch'], 'jewelry', ['Casio', 'Garmin', null]],
  ['Shoes', ['sneakers', 'Turnschuhe', 'chaussures', 'boots'], 'clothing', ['Nike', 'Adidas', null]],
  ['Camera', ['Kamera', 'appareil photo', 'fototoestel'], 'electronic_main', ['Canon', 'Nikon']],
  ['Gloves', ['Handschuhe', 'gants', 'mittens'], 'clothing', [null]],
  ['Earrings', ['ohrringe', 'pendientes', 'studs'], 'jewelry', [null, 'Swarovski']],
  ['Water bottle', ['Trinkflasche', 'gourde', 'flask', 'botella'], 'misc', [null, 'Sigg']],
  ['Keys', ['Schlüsselbund', 'clés', 'llaves', 'keyring'], 'private_item', [null]],
];
const COLORS = ['black', 'grey', 'white', 'beige', 'red', 'burgundy', 'blue', 'navy', 'green', 'brown', 'silver'];
/** The color that guests take each color for. */
const TAKEN_FOR = { black: 'navy', navy: 'blue', burgundy: 'red', beige: 'white', grey: 'silver', brown: 'beige' };

const chance = (probability) => faker.datatype.boolean(probability);
const one = (list) => faker.helpers.arrayElement(list);

/** Drops, doubles or swaps a letter. */
function misspelled(text) {
  if (text.length < 5) return text;
  const at = faker.number.int({ min: 1, max: text.length - 3 });
  return one([
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at) + text[at] + text.slice(at),
    text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2),
  ]);
}

function date(shift, base = '2026-10-01') {
  return new Date(Date.parse(base) + shift * 86_400_000).toISOString().slice(0, 10);
}

function found(things, locations) {
  const [name, others, category, brands] = one(things);
  const [color, brand, room, day] = [one(COLORS), one(brands), faker.number.int({ min: 100, max: 699 }), faker.number.int(45)];
  const person = { firstName: faker.person.firstName(), lastName: faker.person.lastName() };
  const contact = chance(0.7) ? { contactEmail: faker.internet.email(person).toLowerCase() } : {};
  const owner = chance(0.4) ? { ...person, ...contact } : {};
  const item = {
    item: chance(0.5) ? name : `${color[0].toUpperCase()}${color.slice(1)} ${name.toLowerCase()}`,
    location: `Room ${room}`,
    departuredDate: `${date(day)} 11:00:00`,
    locationID: one(locations),
    brand: chance(0.6) ? brand : null,
    colors: [color],
    categories: [category],
    shipping: {},
    owner,
  };
  return { item, truth: { name, others, category, color, brand, room, day, person, email: owner.contactEmail } };
}

function lost({ name, others, category, color, brand, room, day, person, email }) {
  const called = chance(0.55) ? name.toLowerCase() : one(others);
  const seen = chance(0.12) ? (TAKEN_FOR[color] ?? color) : color;
  const words = [chance(0.5) && seen, chance(0.35) && brand, chance(0.2) ? misspelled(called) : called].filter(Boolean).join(' ');
  const days = chance(0.9) ? faker.number.int({ min: -1, max: 1 }) : faker.number.int({ min: -4, max: 4 });
  return {
    request: `${one(['My ', 'I left my ', 'We forgot a ', ''])}${words}`,
    location: chance(0.5) ? `Room ${chance(0.95) ? room : room + 1}` : null,
    departuredDate: chance(0.7) ? `${date(day + days)} 11:00:00` : null,
    colors: chance(0.5) ? [seen] : [],
    categories: chance(0.4) ? [chance(0.9) ? category : 'misc'] : [],
    owner: {
      name: chance(0.8) ? `${person.firstName} ${chance(0.15) ? misspelled(person.lastName) : person.lastName}` : null,
      email: chance(0.6) ? (email ?? faker.internet.email(person).toLowerCase()) : null,
    },
  };
}

/** Items at some Locations, and Requests with the index of the item that each is for. The same seed gives the same set. */
export function generated(things, seed, { locations, items, requests }) {
  faker.seed(seed);
  const made = Array.from({ length: items }, () => found(things, locations));
  const sought = faker.helpers.arrayElements([...made.keys()], requests);
  return { items: made.map(({ item }) => item), requests: sought.map((index) => ({ index, body: lost(made[index].truth) })) };
}

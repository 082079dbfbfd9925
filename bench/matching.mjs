// How well candidates are ranked: 5,000 items and 500 Requests for some of them, worded as guests would: with other words, misspelled,
// incomplete. Counts how often the true item is ranked first, and among the first five. The same seed gives the same figures.
import { faker } from '@faker-js/faker';
import { caller, onPostgres } from './support.mjs';

const ITEMS = Number(process.env.BENCH_ITEMS ?? 5000);
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 500);
const LOCATIONS = 10;
const AT_A_TIME = 16;

/** What staff write, what guests call the same thing, and its category. */
const THINGS = [
  [
    'Phone charger',
    ['charger for my phone', 'charging cable', 'power adapter'],
    'electronic_secondary',
    ['Anker', 'Apple', 'Samsung'],
  ],
  ['Headphones', ['headset', 'earphones', 'Kopfhörer'], 'electronic_main', ['Sony', 'Bose', 'JBL']],
  ['Suitcase', ['valise', 'trolley', 'Koffer', 'luggage'], 'bag', ['Rimowa', 'Samsonite', 'Delsey']],
  ['Backpack', ['rucksack', 'bag', 'sac à dos'], 'bag', ['Eastpak', 'Deuter', null]],
  ['Jacket', ['coat', 'Jacke', 'anorak'], 'clothing', ['Patagonia', 'Jack Wolfskin', null]],
  ['Jumper', ['sweater', 'pullover', 'cardigan'], 'clothing', [null, 'H&M', 'Benetton']],
  ['Glasses', ['spectacles', 'lunettes', 'Brille'], 'personal_care', ['Ray-Ban', null]],
  ['Teddy bear', ['cuddly toy', 'soft toy', 'Teddybär'], 'toy', ['Steiff', null]],
  ['Ring', ['wedding ring', 'band', 'bague'], 'jewelry', [null]],
  ['Necklace', ['chain', 'pendant', 'Halskette'], 'jewelry', [null, 'Pandora']],
  ['Laptop', ['notebook', 'computer', 'MacBook'], 'electronic_main', ['Lenovo', 'Apple', 'Dell']],
  ['Tablet', ['iPad', 'e-reader', 'Kindle'], 'electronic_main', ['Apple', 'Samsung', 'Amazon']],
  ['Umbrella', ['parapluie', 'Regenschirm', 'brolly'], 'misc', [null]],
  ['Wash bag', ['toiletry bag', 'cosmetics', 'Kulturbeutel'], 'personal_care', [null]],
  ['Book', ['novel', 'paperback', 'Buch'], 'misc', [null]],
  ['Wallet', ['purse', 'Geldbörse', 'portefeuille'], 'private_item', [null, 'Fossil']],
];
const COLORS = ['black', 'grey', 'white', 'beige', 'red', 'burgundy', 'blue', 'navy', 'green', 'brown', 'silver'];

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

function found(locationIDs) {
  const [name, others, category, brands] = one(THINGS);
  const [color, brand, room, day] = [one(COLORS), one(brands), faker.number.int({ min: 100, max: 699 }), faker.number.int(45)];
  const person = { firstName: faker.person.firstName(), lastName: faker.person.lastName() };
  const contact = chance(0.7) ? { contactEmail: faker.internet.email(person).toLowerCase() } : {};
  const owner = chance(0.4) ? { ...person, ...contact } : {};
  const item = {
    item: chance(0.5) ? name : `${color[0].toUpperCase()}${color.slice(1)} ${name.toLowerCase()}`,
    location: `Room ${room}`,
    departuredDate: `${date(day)} 11:00:00`,
    locationID: one(locationIDs),
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
  const words = [chance(0.5) && color, chance(0.35) && brand, chance(0.2) ? misspelled(called) : called]
    .filter(Boolean)
    .join(' ');
  return {
    request: `${one(['My ', 'I left my ', 'We forgot a ', ''])}${words}`,
    location: chance(0.5) ? `Room ${room}` : null,
    departuredDate: chance(0.7) ? `${date(day + faker.number.int({ min: -1, max: 1 }))} 11:00:00` : null,
    colors: chance(0.5) ? [color] : [],
    categories: chance(0.4) ? [category] : [],
    owner: {
      name: chance(0.8) ? `${person.firstName} ${chance(0.15) ? misspelled(person.lastName) : person.lastName}` : null,
      email: chance(0.6) ? (email ?? faker.internet.email(person).toLowerCase()) : null,
    },
  };
}

async function eachOf(inputs, work) {
  const results = [];
  let next = 0;
  const lane = async () => {
    while (next < inputs.length) {
      const index = next++;
      results[index] = await work(inputs[index]);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, lane));
  return results;
}

faker.seed(2026);
await onPostgres(async ({ database, start }) => {
  const { url, token } = await database('matching');
  await start('../dist/apps/api/src/main.js', { DATABASE_URL: url, PORT: '4103' });
  const call = caller(4103, token);
  const locationIDs = [];
  for (let n = 0; n < LOCATIONS; n++) {
    const address = { address: 'Main Street', addressNumber: '1', city: 'Dublin', countryID: 'IE', zipCode: 'D01' };
    const contactDetails = { contactPerson: 'Front desk', contactEmail: 'desk@example.com', phoneNumber: '+353 1 234 5678' };
    locationIDs.push(
      (await call('POST', '/locations', { name: `Hotel ${n}`, address, contactDetails, pickupDetails: {} })).locationID,
    );
  }
  const things = Array.from({ length: ITEMS }, () => found(locationIDs));
  const items = await eachOf(things, ({ item }) => call('POST', '/items', item));
  const sought = faker.helpers.arrayElements([...things.keys()], REQUESTS);
  const requests = sought.map((index) => ({ index, body: lost(things[index].truth) }));
  const durations = [];
  const ranks = await eachOf(requests, async ({ index, body }) => {
    const { ID } = await call('POST', `/locations/${things[index].item.locationID}/requests`, body);
    const before = performance.now();
    const candidates = await call('GET', `/requests/${ID}/candidates`);
    durations.push(performance.now() - before);
    return candidates.findIndex(({ itemID }) => itemID === items[index].ID);
  });
  const share = (most) => `${((100 * ranks.filter((rank) => rank >= 0 && rank < most).length) / ranks.length).toFixed(1)} %`;
  durations.sort((a, b) => a - b);
  console.log(
    `${ITEMS} items at ${LOCATIONS} Locations, ${REQUESTS} Requests; ${AT_A_TIME} calls at a time, Node ${process.version}`,
  );
  console.table({
    'true item first': { value: share(1) },
    'among the first five': { value: share(5) },
    'among all listed': { value: share(Number.POSITIVE_INFINITY) },
    'candidates, median': { value: `${durations[Math.floor(durations.length / 2)].toFixed(0)} ms` },
  });
});

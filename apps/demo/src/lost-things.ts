import { allFakers, type Faker } from '@faker-js/faker';
import type { NewItemRequest } from '#client';

/** Where owners come from: the locale of their names, the prefix of their phone numbers, their language. */
const COUNTRIES = [
  { countryID: 'DE', faker: allFakers.de, phone: '+49 151 2345', language: 'de' },
  { countryID: 'FR', faker: allFakers.fr, phone: '+33 6 12 34', language: 'fr' },
  { countryID: 'ES', faker: allFakers.es, phone: '+34 612 34', language: 'es' },
  { countryID: 'GB', faker: allFakers.en_GB, phone: '+44 7400 12', language: 'en' },
  { countryID: 'NL', faker: allFakers.nl, phone: '+31 6 1234', language: 'en' },
  { countryID: 'US', faker: allFakers.en_US, phone: '+1 212 555', language: 'en', state: 'NY' },
  { countryID: 'AU', faker: allFakers.en_AU, phone: '+61 412 34', language: 'en', state: 'NSW' },
] as const;

/** Things that guests leave behind, with the categories and the service class by weight. */
const THINGS = [
  { item: 'Phone charger, USB-C', categories: ['electronic_secondary'], brand: 'Anker', weight: 1 },
  { item: 'Noise-cancelling headphones', categories: ['electronic_main'], brand: 'Sony', weight: 1 },
  { item: 'Reading glasses in a case', categories: ['personal_care'], brand: null, weight: 1 },
  { item: 'Wool scarf', categories: ['clothing'], brand: 'Acne Studios', weight: 1 },
  { item: 'Cabin suitcase', categories: ['bag'], brand: 'Rimowa', weight: 3, large: true },
  { item: 'Down jacket', categories: ['clothing'], brand: 'Patagonia', weight: 2, large: true },
  { item: 'Teddy bear with a red bow', categories: ['toy'], brand: 'Steiff', weight: 1 },
  { item: 'Silver ring with a blue stone', categories: ['jewelry'], brand: null, weight: 1 },
  { item: 'Toothbrush and cosmetics bag', categories: ['personal_care', 'bag'], brand: 'Oral-B', weight: 1 },
  { item: 'Passport sleeve with boarding passes', categories: ['private_item'], brand: null, weight: 1 },
  { item: 'Laptop 14 inch', categories: ['electronic_main'], brand: 'Lenovo', weight: 2 },
  { item: 'Feather pillow', categories: ['misc'], brand: null, weight: 1, large: true },
] as const;

const COLORS = [
  'black',
  'grey',
  'white',
  'beige',
  'red',
  'burgundy',
  'blue',
  'navy',
  'green',
  'brown',
  'silver',
  'multiColor',
] as const;

const SEED = 2026;

/** Varied, plausible items; the same ones on every run. */
export function lostThings(count: number, locationIDs: readonly string[]): NewItemRequest[] {
  const faker = allFakers.en;
  faker.seed(SEED);
  for (const country of COUNTRIES) country.faker.seed(SEED);
  return Array.from({ length: count }, (_, index) => lostThing(faker, locationIDs[index % locationIDs.length]!));
}

function lostThing(faker: Faker, locationID: string): NewItemRequest {
  const thing = faker.helpers.arrayElement(THINGS);
  const large = 'large' in thing;
  const left = faker.date.recent({ days: 20, refDate: '2026-11-20T00:00:00Z' });
  return {
    item: thing.item,
    location: `Room ${faker.number.int({ min: 101, max: 640 })}`,
    departuredDate: `${left.toISOString().slice(0, 10)} 11:00:00`,
    locationID,
    brand: thing.brand,
    colors: faker.helpers.arrayElements(COLORS, { min: 1, max: 2 }),
    categories: [...thing.categories],
    shipping: {
      weight: { ID: thing.weight },
      dimensions: large
        ? { fitsInServicePackaging: false, width: 40, length: 55, height: faker.number.int({ min: 15, max: 30 }) }
        : { fitsInServicePackaging: true },
    },
    itemStorage: `Shelf ${faker.helpers.arrayElement(['A', 'B', 'C'])}${faker.number.int({ min: 1, max: 12 })}`,
    internalNotes: faker.helpers.maybe(() => 'Found by housekeeping', { probability: 0.4 }) ?? null,
    ...owner(faker),
  };
}

function owner(faker: Faker): Pick<NewItemRequest, 'languageCode' | 'owner'> {
  if (faker.datatype.boolean(0.15)) return {};
  const country = faker.helpers.arrayElement(COUNTRIES);
  const local = country.faker;
  const [firstName, lastName] = [local.person.firstName(), local.person.lastName()];
  const mailbox = `${firstName}.${lastName}`
    .normalize('NFD')
    .replace(/[^A-Za-z.]/g, '')
    .toLowerCase();
  return {
    languageCode: country.language,
    owner: {
      firstName,
      lastName,
      contactEmail: `${mailbox}@example.com`,
      phoneNumber: `${country.phone} ${faker.string.numeric(4)}`,
      reservationNumber: `R-${faker.string.numeric(6)}`,
      address: {
        // One of its German streets has a control character in it.
        address: local.location.streetAddress().replace(/\p{Cc}/gu, ''),
        city: local.location.city(),
        countryID: country.countryID,
        zipCode: local.location.zipCode(),
        ...('state' in country && { state: country.state }),
      },
    },
  };
}

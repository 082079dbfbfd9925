import { allFakers, type Faker } from '@faker-js/faker';
import type { NewItemRequest } from '#client';
import { FINDS } from '#demo';

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

const SEED = 2026;

/** Varied, plausible items; the same ones on every run. */
export function lostThings(count: number, locationIDs: readonly string[]): NewItemRequest[] {
  const faker = allFakers.en;
  faker.seed(SEED);
  for (const country of COUNTRIES) country.faker.seed(SEED);
  return Array.from({ length: count }, (_, index) => lostThing(faker, locationIDs[index % locationIDs.length]!));
}

function lostThing(faker: Faker, locationID: string): NewItemRequest {
  const { item, brand = null, colors = [], categories = [] } = faker.helpers.arrayElement(FINDS);
  const left = faker.date.recent({ days: 20, refDate: '2026-11-20T00:00:00Z' });
  return {
    item,
    location: `Room ${faker.number.int({ min: 101, max: 640 })}`,
    departuredDate: `${left.toISOString().slice(0, 10)} 11:00:00`,
    locationID,
    brand,
    colors,
    categories,
    shipping: {
      weight: { ID: faker.number.int({ min: 1, max: 3 }) },
      dimensions: faker.datatype.boolean(0.25)
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

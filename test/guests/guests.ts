import { type GuestLink, GuestLinks } from '#contexts/links';
import { type PageLanguage, LANGUAGES as TEXTS } from '#contexts/texts';
import { registerItem } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

export const LANGUAGES = Object.keys(TEXTS) as PageLanguage[];

/** The service with a Location whose Group speaks all languages of the pages. */
export interface GuestService extends TestService {
  locationID: string;
  /** Registers a suitcase at the Location and gives its record. */
  suitcase(changes?: object): ReturnType<typeof registerItem>;
  /** The path of the page of an item or a Request, as its owner got it. */
  pathTo(kind: GuestLink['kind'], id: number, made?: { endsAt?: Date; contact?: string | null }): string;
}

export async function startGuestService(...options: Parameters<typeof startService>): Promise<GuestService> {
  const service = await startService(...options);
  // One of them by its region, as some Groups have it.
  const codes = LANGUAGES.slice(1).map((code) => (code === 'pt' ? 'pt-BR' : code));
  for (const code of codes) await service.language({ language: code, code });
  const locationID = await service.location({
    name: 'Grand Hotel am Hafen',
    storageAfterItemStorageDays: 7,
    pickupDetails: { pickupLocation: 'Night desk', pickupIntructions: 'Ring the bell at the side door after 10 pm' },
    options: { weightUnit: 'lb', dimensionUnit: 'in' },
  });
  await service.call('PUT', `/locations/${locationID}/guest-settings`, LOOKS);
  const links = service.get(GuestLinks);
  return {
    ...service,
    locationID,
    suitcase: (changes = {}) => registerItem(service.call, locationID, { ...SUITCASE, ...changes }),
    pathTo(kind, id, { endsAt = service.clock.now(), contact = EMAIL } = {}) {
      const link = links.linkFor(service.groupID, kind, id, endsAt, contact);
      return link.slice(link.indexOf('/g/'));
    },
  };
}

const EMAIL = 'anna@example.com';

/** What the Location shows its guests. */
const LOOKS = {
  color: '#0b5cad',
  website: 'https://hotel.example.com/hafen',
  privacyUrl: 'https://hotel.example.com/privacy',
  imprintUrl: 'https://hotel.example.com/imprint',
  pickup: {
    place: 'Reception, ground floor',
    openingHours: { en: 'Daily 7:00–23:00', de: 'Täglich 7–23 Uhr' },
    note: 'Please bring an identity card.',
    email: 'lost@example.com',
    phoneNumber: '+31 20 765 4321',
    latitude: 52.3667,
    longitude: 4.8945,
  },
};

const SUITCASE = {
  item: 'Burgundy suitcase with <blue> ribbon & two wheels',
  brand: 'Rimowa',
  location: 'Room 312',
  departuredDate: '2026-11-18 11:00:00',
  imageUrl: 'https://images.example.com/suitcase.jpg',
  itemStorage: 'Shelf 4',
  internalNotes: 'Guest was rude',
  colors: ['burgundy', 'blue'],
  categories: ['bag'],
  shipping: { weight: { ID: 3 }, dimensions: { fitsInServicePackaging: false, width: 18, length: 28, height: 11.5 } },
  owner: { firstName: 'Anna', lastName: 'Schmidt', contactEmail: EMAIL, reservationNumber: 'R-20931' },
};

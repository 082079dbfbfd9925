import type { NewLanguage } from '#contexts/languages';
import type { NewLocationDetails } from '#contexts/locations';
import type { Role } from '#platform/kernel';

const language = (name: string, code: string, isDefault = false): NewLanguage => ({
  language: name,
  code,
  default: isDefault,
  locationID: null,
});

/** English as the default, and three more (decisions.md, section 8). */
export const DEMO_LANGUAGES: readonly NewLanguage[] = [
  language('English', 'en', true),
  language('German', 'de'),
  language('French', 'fr'),
  language('Spanish', 'es'),
];

const common = {
  itemStorageDays: 90,
  daysBeforeRequestExpires: 90,
  storageAfterItemStorageDays: 7,
  timeZone: null,
  options: { weightUnit: 'kg', dimensionUnit: 'cm' },
} as const;

export const DEMO_LOCATIONS: readonly NewLocationDetails[] = [
  {
    ...common,
    name: 'Hotel Keizersgracht',
    address: {
      address: 'Keizersgracht',
      addressNumber: '148',
      city: 'Amsterdam',
      countryID: 'NL',
      state: null,
      zipCode: '1015 CX',
    },
    contactDetails: {
      contactPerson: 'Sanne de Vries',
      contactEmail: 'frontdesk.ams@example.com',
      contactEmailCC: null,
      phoneNumber: '+31 20 123 4567',
    },
    pickupDetails: { pickupLocation: 'Reception', pickupIntructions: 'Ring the bell at the side entrance' },
    reference: 'AMS-01',
  },
  {
    ...common,
    name: 'Hotel an der Alster',
    address: { address: 'An der Alster', addressNumber: '72', city: 'Hamburg', countryID: 'DE', state: null, zipCode: '20099' },
    contactDetails: {
      contactPerson: 'Jonas Petersen',
      contactEmail: 'frontdesk.ham@example.com',
      contactEmailCC: 'manager.ham@example.com',
      phoneNumber: '+49 40 123456',
    },
    pickupDetails: { pickupLocation: 'Loading dock', pickupIntructions: null },
    reference: 'HAM-01',
  },
  {
    ...common,
    name: 'Harbour View Sydney',
    address: { address: 'George Street', addressNumber: '201', city: 'Sydney', countryID: 'AU', state: 'NSW', zipCode: '2000' },
    contactDetails: {
      contactPerson: 'Mia Thompson',
      contactEmail: 'frontdesk.syd@example.com',
      contactEmailCC: null,
      phoneNumber: '+61 2 9250 1234',
    },
    pickupDetails: { pickupLocation: 'Concierge', pickupIntructions: 'Open 7:00 to 22:00' },
    reference: 'SYD-01',
  },
];

/** One user per role: the Group Admin has access to all Locations, the others to the first one. */
export const DEMO_USERS: readonly { username: string; userRole: Role }[] = [
  { username: 'demo-group-admin', userRole: 'group_admin' },
  { username: 'demo-property-admin', userRole: 'property_admin' },
  { username: 'demo-subuser', userRole: 'property_subuser' },
  { username: 'demo-limited-subuser', userRole: 'limited_subuser' },
  { username: 'demo-overview-subuser', userRole: 'overview_subuser' },
];

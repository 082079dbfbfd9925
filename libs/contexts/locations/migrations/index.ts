import { Locations } from './0001_locations.js';
import { LocationViews } from './0002_views.js';
import { LocationContacts } from './0003_contacts.js';
import { LocationShippingRates } from './0004_shipping.js';

/** In order of execution; a release may only append. */
export const locationMigrations = {
  'locations/0001_locations': Locations,
  'locations/0002_views': LocationViews,
  'locations/0003_contacts': LocationContacts,
  'locations/0004_shipping': LocationShippingRates,
};

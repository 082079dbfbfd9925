import { Items } from './0001_items.js';
import { ItemViews } from './0002_views.js';
import { ItemExternalIDs } from './0003_external_ids.js';
import { ItemSearch } from './0004_search.js';
import { ItemListing } from './0005_listing.js';
import { ItemMatches } from './0006_matches.js';
import { ItemParcels } from './0006_parcels.js';
import { ItemReferencesView } from './0007_references.js';
import { ItemPayments } from './0008_payments.js';
import { ItemsToMatch } from './0009_to_match.js';
import { ItemContactImages } from './0010_contact_images.js';
import { ItemContactNames } from './0011_contact_names.js';
import { ItemParcelPayments } from './0012_parcel_payments.js';
import { ItemsSought } from './0013_sought.js';
import { ItemPhotosToMatch } from './0014_photos_to_match.js';
import { ItemsVacuumed } from './0015_vacuumed.js';

/** In order of execution; a release may only append. */
export const itemMigrations = {
  'items/0001_items': Items,
  'items/0002_views': ItemViews,
  'items/0003_external_ids': ItemExternalIDs,
  'items/0004_search': ItemSearch,
  'items/0005_listing': ItemListing,
  'items/0006_matches': ItemMatches,
  'items/0007_references': ItemReferencesView,
  'items/0006_parcels': ItemParcels,
  'items/0008_payments': ItemPayments,
  'items/0009_to_match': ItemsToMatch,
  'items/0010_contact_images': ItemContactImages,
  'items/0011_contact_names': ItemContactNames,
  'items/0012_parcel_payments': ItemParcelPayments,
  'items/0013_sought': ItemsSought,
  'items/0014_photos_to_match': ItemPhotosToMatch,
  'items/0015_vacuumed': ItemsVacuumed,
};

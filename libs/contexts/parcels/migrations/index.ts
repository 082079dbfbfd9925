import { ParcelTables } from './0001_parcels.js';
import { UnsettledLabels } from './0002_unsettled_labels.js';

/** In order of execution; a release may only append. */
export const parcelMigrations = {
  'parcels/0001_parcels': ParcelTables,
  'parcels/0002_unsettled_labels': UnsettledLabels,
};

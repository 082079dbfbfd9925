import { Items } from './0001_items.js';
import { ItemViews } from './0002_views.js';
import { ItemExternalIDs } from './0003_external_ids.js';

/** In order of execution; a release may only append. */
export const itemMigrations = {
  'items/0001_items': Items,
  'items/0002_views': ItemViews,
  'items/0003_external_ids': ItemExternalIDs,
};

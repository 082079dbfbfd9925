import { Items } from './0001_items.js';
import { ItemExternalIDs } from './0003_external_ids.js';
import { ItemsOf020 } from './0004_release_0_2_0.js';
import { ItemFinds } from './0005_finds.js';
import { ItemPhotos } from './0006_photos.js';
import { ItemStoragePlaces } from './0007_storage_places.js';
import { OwnFinds } from './0008_own_finds.js';
import { ItemHoldsAndOutcomes } from './0009_holds_and_outcomes.js';
import { ItemsOfTheWorkList } from './0010_work_list.js';
import { CheaperItemSearch } from './0011_cheaper_search.js';
import { ItemSearchInEveryScript } from './0012_search_in_every_script.js';
import { ItemParcelsInTrouble } from './0013_parcels.js';
import { ItemNames } from './0014_names.js';

/** In order; a release only adds to the end. */
export const itemMigrations = {
  'items/0001_items': Items,
  'items/0003_external_ids': ItemExternalIDs,
  'items/0004_release_0_2_0': ItemsOf020,
  'items/0005_finds': ItemFinds,
  'items/0006_photos': ItemPhotos,
  'items/0007_storage_places': ItemStoragePlaces,
  'items/0008_own_finds': OwnFinds,
  'items/0009_holds_and_outcomes': ItemHoldsAndOutcomes,
  'items/0010_work_list': ItemsOfTheWorkList,
  'items/0011_cheaper_search': CheaperItemSearch,
  'items/0012_search_in_every_script': ItemSearchInEveryScript,
  'items/0013_parcels': ItemParcelsInTrouble,
  'items/0014_names': ItemNames,
};

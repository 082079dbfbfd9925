import { StoragePlaces } from './0001_storage_places.js';

/** In order; a release only adds to the end. */
export const storagePlaceMigrations = {
  'storage-places/0001_storage_places': StoragePlaces,
};

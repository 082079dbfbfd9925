import { storagePlacesApi } from './http/storage-places.api.js';
import { storagePlaceMigrations } from './migrations/index.js';
import { StoragePlaceEntity, StoragePlacePaths } from './places/storage-place.entity.js';
import { StoragePlacesModule } from './storage-places.module.js';

/** What the service puts together of this context. */
export const storagePlacesContext = {
  module: StoragePlacesModule,
  api: storagePlacesApi,
  entities: [StoragePlaceEntity, StoragePlacePaths],
  migrations: storagePlaceMigrations,
};

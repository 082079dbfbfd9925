import { storagePlacesApi } from './http/storage-places.api.js';
import { storagePlaceMigrations } from './migrations/index.js';
import { StoragePlaceEntity, StoragePlacePaths } from './places/storage-place.entity.js';
import { StoragePlacesModule } from './storage-places.module.js';

/** This context, as the service takes it. */
export const storagePlacesContext = {
  module: StoragePlacesModule,
  api: storagePlacesApi,
  entities: [StoragePlaceEntity, StoragePlacePaths],
  migrations: storagePlaceMigrations,
};

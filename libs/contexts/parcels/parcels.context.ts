import { parcelsApi } from './http/parcels.api.js';
import { LabelEntity, PriceEntity } from './labels/label.entity.js';
import { parcelMigrations } from './migrations/index.js';
import { ParcelsModule } from './parcels.module.js';

/** This context, as the service takes it. */
export const parcelsContext = {
  module: ParcelsModule,
  api: parcelsApi,
  entities: [LabelEntity, PriceEntity],
  migrations: parcelMigrations,
};

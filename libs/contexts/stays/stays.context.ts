import { staysApi } from './http/stays.api.js';
import { stayMigrations } from './migrations/index.js';
import { StayEntity } from './stay.entity.js';
import { SEALED_STAYS } from './stays.js';
import { StaysModule } from './stays.module.js';

/** This context, as the service takes it. */
export const staysContext = {
  module: StaysModule,
  api: staysApi,
  entities: [StayEntity],
  sealed: [SEALED_STAYS],
  migrations: stayMigrations,
};

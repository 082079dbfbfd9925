import { ChangesModule } from './changes.module.js';
import { changesApi } from './http/changes.api.js';
import { changeMigrations } from './migrations/index.js';
import { ChangeEntity } from './read-model/change.entity.js';

/** This context, as the service takes it. */
export const changesContext = {
  module: ChangesModule,
  api: changesApi,
  entities: [ChangeEntity],
  migrations: changeMigrations,
};

import { ChangesModule } from './changes.module.js';
import { changesApi } from './http/changes.api.js';
import { changeMigrations } from './migrations/index.js';
import { ChangeEntity } from './read-model/change.entity.js';

/** What the service puts together of this context. */
export const changesContext = {
  module: ChangesModule,
  api: changesApi,
  entities: [ChangeEntity],
  migrations: changeMigrations,
};

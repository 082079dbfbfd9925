import { GroupAccounts, GroupDirectory, GroupEntity, GroupSso } from './group.entity.js';
import { GroupsModule } from './groups.module.js';
import { groupMigrations } from './migrations/index.js';

/** This context, as the service takes it. */
export const groupsContext = {
  module: GroupsModule,
  entities: [GroupEntity, GroupDirectory, GroupAccounts, GroupSso],
  migrations: groupMigrations,
};

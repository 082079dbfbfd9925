export { GroupAccounts, GroupDirectory, GroupEntity, GroupSso, ofGroup } from './group.entity.js';
export { GroupLimits, isBelow } from './group-limits.js';
export { type GroupRow, Groups, NUMBERED_KINDS } from './groups.js';
export { GroupsModule } from './groups.module.js';
export { groupMigrations } from './migrations/index.js';
export { isOfKinds, type RetentionKinds } from './retention-kinds.js';

export { AccessModule } from './access.module.js';
export { ApiTokens } from './commands/api-tokens.js';
export { CreateUser, type NewUserDetails } from './commands/create-user.js';
export { type GroupRow, Groups } from './commands/groups.js';
export { ApiTokenEntity, GroupEntity } from './read-model/group.entity.js';
export { regionProjection } from './read-model/region.projection.js';
export { AccessVersionEntity, CredentialEntity, RegionEntity, UserEntity } from './read-model/user.entity.js';
export { userProjection } from './read-model/user.projection.js';
export type { UserRow } from './read-model/user.queries.js';

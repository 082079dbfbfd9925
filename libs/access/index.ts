export { AccessModule } from './access.module.js';
export { ApiTokens } from './commands/api-tokens.js';
export { type GroupRow, Groups } from './commands/groups.js';
export { ApiTokenEntity, GroupEntity } from './read-model/group.entity.js';

export { CreateUser } from './commands/create-user.js';
export { userDecider } from './domain/user.decider.js';
export { Password, Username } from './http/user.fields.js';
export { ACTIVE_COVERAGE } from './read-model/access.sql.js';
export { regionProjection } from './read-model/region.projection.js';
export { AccessVersionEntity, RegionEntity, UserEntity } from './read-model/user.entity.js';
export { userProjection } from './read-model/user.projection.js';
export { UserQueries } from './read-model/user.queries.js';
export { UsersModule } from './users.module.js';

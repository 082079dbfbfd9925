export { CreateUser } from './commands/create-user.js';
export { ValidateEmail } from './commands/validate-email.js';
export { Password, Username } from './http/user.fields.js';
export { userMigrations } from './migrations/index.js';
export { AccessVersionEntity, RegionEntity, UserDirectory, UserEntity } from './read-model/user.entity.js';
export { UserQueries } from './read-model/user.queries.js';
export { regionStream } from './region.stream.js';
export { userStream } from './user.stream.js';
export { UsersModule } from './users.module.js';

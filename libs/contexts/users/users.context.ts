import { usersApi } from './http/users.api.js';
import { userMigrations } from './migrations/index.js';
import { AccessVersionEntity, RegionEntity, UserDirectory, UserEntity } from './read-model/user.entity.js';
import { regionStream } from './region.stream.js';
import { userStream } from './user.stream.js';
import { UsersModule } from './users.module.js';

/** This context, as the service takes it. */
export const usersContext = {
  module: UsersModule,
  api: usersApi,
  streams: [userStream, regionStream],
  entities: [UserEntity, UserDirectory, RegionEntity, AccessVersionEntity],
  migrations: userMigrations,
};

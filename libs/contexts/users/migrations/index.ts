import { Users } from './0001_users.js';
import { UsersOf020 } from './0002_release_0_2_0.js';

/** In order; a release only adds to the end. */
export const userMigrations = {
  'users/0001_users': Users,
  'users/0002_release_0_2_0': UsersOf020,
};

import { Users } from './0001_users.js';
import { UserViews } from './0002_views.js';

/** In their order; a release only adds to the end. */
export const userMigrations = { 'users/0001_users': Users, 'users/0002_views': UserViews };

import { Groups } from './0001_groups.js';
import { GroupsOf020 } from './0002_release_0_2_0.js';

/** In order; a release only adds to the end. */
export const groupMigrations = {
  'groups/0001_groups': Groups,
  'groups/0002_release_0_2_0': GroupsOf020,
};

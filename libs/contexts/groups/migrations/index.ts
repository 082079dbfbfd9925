import { Groups } from './0001_groups.js';
import { GroupViews } from './0002_views.js';
import { SecondFactorRoles } from './0003_second_factor.js';

/** In order of execution; a release may only append. */
export const groupMigrations = {
  'groups/0001_groups': Groups,
  'groups/0002_views': GroupViews,
  'groups/0003_second_factor': SecondFactorRoles,
};

import { Groups } from './0001_groups.js';
import { GroupViews } from './0002_views.js';

/** In order of execution; a release may only append. */
export const groupMigrations = { 'groups/0001_groups': Groups, 'groups/0002_views': GroupViews };

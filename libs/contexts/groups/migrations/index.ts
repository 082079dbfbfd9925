import { Groups } from './0001_groups.js';
import { GroupViews } from './0002_views.js';

/** In their order; a release only adds to the end. */
export const groupMigrations = { 'groups/0001_groups': Groups, 'groups/0002_views': GroupViews };

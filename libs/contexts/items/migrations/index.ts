import { Items } from './0001_items.js';
import { ItemViews } from './0002_views.js';

/** In their order; a release only adds to the end. */
export const itemMigrations = { 'items/0001_items': Items, 'items/0002_views': ItemViews };

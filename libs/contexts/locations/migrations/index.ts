import { Locations } from './0001_locations.js';
import { LocationViews } from './0002_views.js';

/** In order of execution; a release may only append. */
export const locationMigrations = { 'locations/0001_locations': Locations, 'locations/0002_views': LocationViews };

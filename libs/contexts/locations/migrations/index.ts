import { Locations } from './0001_locations.js';
import { LocationsOf020 } from './0002_release_0_2_0.js';
import { TimeZones } from './0003_time_zone.js';

/** In order; a release only adds to the end. */
export const locationMigrations = {
  'locations/0001_locations': Locations,
  'locations/0002_release_0_2_0': LocationsOf020,
  'locations/0003_time_zone': TimeZones,
};

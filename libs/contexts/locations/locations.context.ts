import { locationsApi } from './http/locations.api.js';
import { locationStream } from './location.stream.js';
import { locationSubject } from './location.subject.js';
import { LocationsModule } from './locations.module.js';
import { locationMigrations } from './migrations/index.js';
import { LocationContacts, LocationDirectory, LocationEntity } from './read-model/location.entity.js';

/** What the service puts together of this context. */
export const locationsContext = {
  module: LocationsModule,
  api: locationsApi,
  streams: [locationStream],
  subjects: [locationSubject],
  entities: [LocationEntity, LocationDirectory, LocationContacts],
  migrations: locationMigrations,
};

import { locationsApi } from './http/locations.api.js';
import { locationStream } from './location.stream.js';
import { locationSubject } from './location.subject.js';
import { LocationsModule } from './locations.module.js';
import { locationMigrations } from './migrations/index.js';
import { LocationContacts, LocationDirectory, LocationEntity } from './read-model/location.entity.js';

/** This context, as the service takes it. */
export const locationsContext = {
  module: LocationsModule,
  api: locationsApi,
  streams: [locationStream],
  subjects: [locationSubject],
  entities: [LocationEntity, LocationDirectory, LocationContacts],
  migrations: locationMigrations,
};

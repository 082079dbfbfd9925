export { COUNTRY_MOVES, type CountryMoves } from './commands/country-moves.js';
export { CreateLocation, type NewLocationDetails } from './commands/create-location.js';
export type { LocationEvent } from './domain/location.events.js';
export { locationsApi } from './http/locations.api.js';
export { locationIsActive, locationStream } from './location.stream.js';
export { LocationsModule } from './locations.module.js';
export { locationMigrations } from './migrations/index.js';
export { LocationDirectory, LocationEntity } from './read-model/location.entity.js';
export { LocationQueries, type LocationRow } from './read-model/location.queries.js';

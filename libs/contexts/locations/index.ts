export { CARRIER_CHOICE, type CarrierChoice } from './commands/carrier-choice.js';
export { COUNTRY_MOVES, type CountryMoves } from './commands/country-moves.js';
export { CreateLocation, type NewLocationDetails } from './commands/create-location.js';
export { DropCarrier } from './commands/drop-carrier.js';
export { EraseContact } from './commands/erase-contact.js';
export { GiveZone } from './commands/give-zone.js';
export { UpdateLocation } from './commands/update-location.js';
export {
  HANDLINGS,
  isNeverSent,
  isPricedByCarrier,
  NO_RATES,
  paymentUrlFor,
  rateFor,
  shipsAnywhere,
} from './domain/shipping-rates.js';
export { locationRecord } from './http/location.record.js';
export { locationIsActive, locationStream } from './location.stream.js';
export { locationSubject } from './location.subject.js';
export { locationsContext } from './locations.context.js';
export { LocationsModule } from './locations.module.js';
export { assertLocations } from './read-model/assert-locations.js';
export { LocationDirectory } from './read-model/location.entity.js';
export { LocationQueries, type LocationRow, zoneOf } from './read-model/location.queries.js';

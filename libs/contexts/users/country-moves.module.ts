import { Global, Module } from '@nestjs/common';
import { COUNTRY_MOVES } from '#contexts/locations';
import { AccessFactsReader } from './commands/access-facts.js';
import { UserCountryMoves } from './commands/user-country-moves.js';

/** Checks user access before a Location moves to another country; global, because Locations know nothing of users. */
@Global()
@Module({
  providers: [AccessFactsReader, { provide: COUNTRY_MOVES, useClass: UserCountryMoves }],
  exports: [AccessFactsReader, COUNTRY_MOVES],
})
export class CountryMovesModule {}

import { Global, Module } from '@nestjs/common';
import { sql } from 'kysely';
import { CARRIER_CHOICE, type CarrierChoice } from '#contexts/locations';
import { Database, statement } from '#platform/database';

/** Whether a carrier may be chosen, asked of the connections that are in use. */
const carrierChoice = (database: Database): CarrierChoice => ({
  async isFor(groupID, carrierID, locationID) {
    const looking = statement(sql<{ is: boolean }>`
      select true as is from enabled_connections
      where group_id = ${groupID}::int and id = ${carrierID}::int and kind = 'carrier'
        and (location_ids is null or ${locationID}::text = any (location_ids))`);
    const [[found]] = await database.lookUp<[{ is: boolean }]>(groupID, looking);
    return found !== undefined;
  },
});

/** Knows which connections are carriers; global, because Locations know nothing of connections. */
@Global()
@Module({
  providers: [{ provide: CARRIER_CHOICE, useFactory: carrierChoice, inject: [Database] }],
  exports: [CARRIER_CHOICE],
})
export class CarrierChoiceModule {}

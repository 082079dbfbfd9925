import { Module } from '@nestjs/common';
import { LanguagesModule } from '#contexts/languages';
import { CreateLocationHandler } from './commands/create-location.js';
import { DropCarrierHandler } from './commands/drop-carrier.js';
import { EraseContactHandler } from './commands/erase-contact.js';
import { GiveZoneHandler } from './commands/give-zone.js';
import { LOCATION_COMMANDS } from './commands/location.commands.js';
import { LocationExecutor } from './commands/location.executor.js';
import { UpdateLocationHandler } from './commands/update-location.js';
import { LocationLanguagesController } from './http/location-languages.controller.js';
import { LocationShippingController } from './http/location-shipping.controller.js';
import { LocationsController } from './http/locations.controller.js';
import { LocationQueries } from './read-model/location.queries.js';

@Module({
  imports: [LanguagesModule],
  controllers: [LocationsController, LocationShippingController, LocationLanguagesController],
  providers: [
    LocationQueries,
    LocationExecutor,
    ...LOCATION_COMMANDS,
    CreateLocationHandler,
    UpdateLocationHandler,
    DropCarrierHandler,
    EraseContactHandler,
    GiveZoneHandler,
  ],
  exports: [LocationQueries],
})
export class LocationsModule {}

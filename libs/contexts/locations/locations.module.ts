import { Module } from '@nestjs/common';
import { LanguagesModule } from '#contexts/languages';
import { ChangeShippingHandler } from './commands/change-shipping.js';
import { CreateLocationHandler } from './commands/create-location.js';
import { DeactivateLocationHandler } from './commands/deactivate-location.js';
import { EraseContactHandler } from './commands/erase-contact.js';
import { LocationCommands } from './commands/location-commands.js';
import { ReactivateLocationHandler } from './commands/reactivate-location.js';
import { UpdateLocationHandler } from './commands/update-location.js';
import { LocationShippingController } from './http/location-shipping.controller.js';
import { LocationsController } from './http/locations.controller.js';
import { LocationQueries } from './read-model/location.queries.js';

@Module({
  imports: [LanguagesModule],
  controllers: [LocationsController, LocationShippingController],
  providers: [
    LocationQueries,
    LocationCommands,
    CreateLocationHandler,
    ChangeShippingHandler,
    UpdateLocationHandler,
    DeactivateLocationHandler,
    ReactivateLocationHandler,
    EraseContactHandler,
  ],
  exports: [LocationQueries],
})
export class LocationsModule {}

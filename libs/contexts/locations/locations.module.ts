import { Module } from '@nestjs/common';
import { LanguagesModule } from '#contexts/languages';
import { ChangeLocationHandler } from './commands/change-location.js';
import { CreateLocationHandler } from './commands/create-location.js';
import { LocationsController } from './http/locations.controller.js';
import { LocationQueries } from './read-model/location.queries.js';

@Module({
  imports: [LanguagesModule],
  controllers: [LocationsController],
  providers: [LocationQueries, CreateLocationHandler, ChangeLocationHandler],
  exports: [LocationQueries],
})
export class LocationsModule {}

import { Module } from '@nestjs/common';
import { LocationsModule } from '#contexts/locations';
import { StoragePlacesController } from './http/storage-places.controller.js';
import { StoragePlaces } from './places/storage-places.js';

@Module({
  imports: [LocationsModule],
  controllers: [StoragePlacesController],
  providers: [StoragePlaces],
  exports: [StoragePlaces],
})
export class StoragePlacesModule {}

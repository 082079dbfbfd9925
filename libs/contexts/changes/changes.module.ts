import { Module } from '@nestjs/common';
import { LocationsModule } from '#contexts/locations';
import { ChangeStreams } from './http/change-streams.js';
import { ChangesController } from './http/changes.controller.js';
import { ChangeCursors } from './http/cursors.js';
import { ChangeListing } from './listing/change-listing.js';
import { ChangeQueries } from './read-model/change.queries.js';

@Module({
  imports: [LocationsModule],
  controllers: [ChangesController],
  providers: [ChangeCursors, ChangeListing, ChangeQueries, ChangeStreams],
  exports: [ChangeListing],
})
export class ChangesModule {}

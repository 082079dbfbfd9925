import { Module } from '@nestjs/common';
import { LocationsModule } from '#contexts/locations';
import { UsersModule } from '#contexts/users';
import { HistoryController } from './http/history.controller.js';
import { HistoryQueries } from './read-model/history.queries.js';
import { RecordChanges } from './read-model/record-changes.js';

@Module({
  imports: [UsersModule, LocationsModule],
  controllers: [HistoryController],
  providers: [HistoryQueries, RecordChanges],
})
export class HistoryModule {}

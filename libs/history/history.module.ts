import { Module } from '@nestjs/common';
import { AccessModule } from '#access';
import { LocationsModule } from '#locations';
import { HistoryController } from './http/history.controller.js';
import { HistoryQueries } from './read-model/history.queries.js';

@Module({
  imports: [AccessModule, LocationsModule],
  controllers: [HistoryController],
  providers: [HistoryQueries],
})
export class HistoryModule {}

import { Module } from '@nestjs/common';
import { ItemsModule } from '#contexts/items';
import { LocationsModule } from '#contexts/locations';
import { RequestsModule } from '#contexts/requests';
import { SearchController } from './http/search.controller.js';
import { TasksController } from './http/tasks.controller.js';
import { WorkList } from './work-list.js';

@Module({
  imports: [LocationsModule, ItemsModule, RequestsModule],
  controllers: [SearchController, TasksController],
  providers: [WorkList],
})
export class DeskModule {}

import { Module } from '@nestjs/common';
import { GroupsModule } from '#contexts/groups';
import { ItemsModule } from '#contexts/items';
import { LocationsModule } from '#contexts/locations';
import { MessagesModule } from '#contexts/messages';
import { RequestsModule } from '#contexts/requests';
import { HeldMessagesController } from './http/held.controller.js';
import { RetentionController } from './http/retention.controller.js';
import { SearchController } from './http/search.controller.js';
import { TasksController } from './http/tasks.controller.js';
import { WorkList } from './work-list.js';

@Module({
  imports: [GroupsModule, LocationsModule, ItemsModule, RequestsModule, MessagesModule],
  controllers: [SearchController, TasksController, HeldMessagesController, RetentionController],
  providers: [WorkList],
})
export class DeskModule {}

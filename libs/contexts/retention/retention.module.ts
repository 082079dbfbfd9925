import { Module } from '@nestjs/common';
import { GroupsModule } from '#contexts/groups';
import { ItemsModule } from '#contexts/items';
import { RequestsModule } from '#contexts/requests';
import { Persons } from './persons.js';
import { Retention } from './retention.js';

@Module({
  imports: [GroupsModule, ItemsModule, RequestsModule],
  providers: [Retention, Persons],
  exports: [Retention, Persons],
})
export class RetentionModule {}

import { Module } from '@nestjs/common';
import { AccessModule } from '#access';
import { ItemsModule } from '#items';
import { RequestsModule } from '#requests';
import { Persons } from './persons.js';
import { Retention } from './retention.js';

@Module({
  imports: [AccessModule, ItemsModule, RequestsModule],
  providers: [Retention, Persons],
  exports: [Retention, Persons],
})
export class RetentionModule {}

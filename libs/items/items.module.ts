import { Module } from '@nestjs/common';
import { LanguagesModule } from '#languages';
import { LocationsModule } from '#locations';
import { ChangeItemHandler } from './commands/change-item.js';
import { RegisterItemHandler } from './commands/register-item.js';
import { ItemsController } from './http/items.controller.js';
import { ItemQueries } from './read-model/item.queries.js';

@Module({
  imports: [LanguagesModule, LocationsModule],
  controllers: [ItemsController],
  providers: [ItemQueries, RegisterItemHandler, ChangeItemHandler],
  exports: [ItemQueries],
})
export class ItemsModule {}

import { Module } from '@nestjs/common';
import { LanguagesModule } from '#languages';
import { LocationsModule } from '#locations';
import { ChangeItemHandler } from './commands/change-item.js';
import { ExpireDueItems } from './commands/expire-due-items.js';
import { RecordResponseHandler } from './commands/record-response.js';
import { RegisterItemHandler } from './commands/register-item.js';
import { ReportBounce } from './commands/report-bounce.js';
import { ItemLifeCycleController } from './http/item-life-cycle.controller.js';
import { ItemsController } from './http/items.controller.js';
import { LocationItemsController } from './http/location-items.controller.js';
import { ItemHistory } from './read-model/item.history.js';
import { ItemQueries } from './read-model/item.queries.js';

@Module({
  imports: [LanguagesModule, LocationsModule],
  controllers: [ItemsController, ItemLifeCycleController, LocationItemsController],
  providers: [
    ItemQueries,
    ItemHistory,
    RegisterItemHandler,
    ChangeItemHandler,
    RecordResponseHandler,
    ExpireDueItems,
    ReportBounce,
  ],
  exports: [ItemQueries, ExpireDueItems, ReportBounce],
})
export class ItemsModule {}

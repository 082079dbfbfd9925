import { Module } from '@nestjs/common';
import { LanguagesModule } from '#contexts/languages';
import { LocationsModule } from '#contexts/locations';
import { LimitsModule } from '#platform/limits';
import { ChangeItemStatusHandler } from './commands/change-item-status.js';
import { CheckRegistrationHandler } from './commands/check-registration.js';
import { DeleteItemHandler } from './commands/delete-item.js';
import { EraseItemHandler } from './commands/erase-item.js';
import { ItemCommands } from './commands/item-commands.js';
import { MatchedItems } from './commands/matched-items.js';
import { RecordResponseHandler } from './commands/record-response.js';
import { RegisterItemHandler } from './commands/register-item.js';
import { RegistrationFacts } from './commands/registration-facts.js';
import { ReopenItemHandler } from './commands/reopen-item.js';
import { ReportBounceHandler } from './commands/report-bounce.js';
import { ReportPaymentHandler } from './commands/report-payment.js';
import { ReportShipmentHandler } from './commands/report-shipment.js';
import { TakeBackAnswerHandler } from './commands/take-back-answer.js';
import { UpdateItemHandler } from './commands/update-item.js';
import { UploadItemImageHandler } from './commands/upload-item-image.js';
import { WriteToOwnerHandler } from './commands/write-to-owner.js';
import { ImagesController } from './http/images.controller.js';
import { ItemBatchController } from './http/item-batch.controller.js';
import { ItemExportController } from './http/item-export.controller.js';
import { ItemLifeCycleController } from './http/item-life-cycle.controller.js';
import { ItemsController } from './http/items.controller.js';
import { LocationItemsController } from './http/location-items.controller.js';
import { ItemHistory } from './read-model/item.history.js';
import { ItemPages } from './read-model/item.pages.js';
import { ItemQueries } from './read-model/item.queries.js';

@Module({
  imports: [LanguagesModule, LocationsModule, LimitsModule],
  // Before the route of one item, as `export` is no ID.
  controllers: [
    ItemExportController,
    ItemBatchController,
    ItemsController,
    ImagesController,
    ItemLifeCycleController,
    LocationItemsController,
  ],
  providers: [
    ItemQueries,
    ItemPages,
    ItemHistory,
    ItemCommands,
    MatchedItems,
    RegistrationFacts,
    RegisterItemHandler,
    CheckRegistrationHandler,
    UpdateItemHandler,
    ChangeItemStatusHandler,
    UploadItemImageHandler,
    RecordResponseHandler,
    ReportShipmentHandler,
    ReportBounceHandler,
    ReopenItemHandler,
    WriteToOwnerHandler,
    ReportPaymentHandler,
    TakeBackAnswerHandler,
    DeleteItemHandler,
    EraseItemHandler,
  ],
  exports: [ItemQueries, ItemHistory, MatchedItems],
})
export class ItemsModule {}

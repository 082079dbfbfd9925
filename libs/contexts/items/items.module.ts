import { Module } from '@nestjs/common';
import { LanguagesModule } from '#contexts/languages';
import { LocationsModule } from '#contexts/locations';
import { StoragePlacesModule } from '#contexts/storage-places';
import { LimitsModule } from '#platform/limits';
import { CheckRegistrationHandler } from './commands/check-registration.js';
import { DeleteItemHandler } from './commands/delete-item.js';
import { EraseItemHandler } from './commands/erase-item.js';
import { ITEM_COMMANDS } from './commands/item.commands.js';
import { ItemExecutor } from './commands/item.executor.js';
import { MatchedItems } from './commands/matched-items.js';
import { PaymentsOfItems } from './commands/payments-of-items.js';
import { RecordResponseHandler } from './commands/record-response.js';
import { RegisterItemHandler } from './commands/register-item.js';
import { RegistrationFacts } from './commands/registration-facts.js';
import { ReportBounceHandler } from './commands/report-bounce.js';
import { StoreItemsHandler } from './commands/store-items.js';
import { UpdateItemHandler, UpdateOwnFindHandler } from './commands/update-item.js';
import { UploadPhotoHandler } from './commands/upload-photo.js';
import { FindsController } from './http/finds.controller.js';
import { ImagesController } from './http/images.controller.js';
import { ItemBatchController } from './http/item-batch.controller.js';
import { BatchResults } from './http/item-batch.results.js';
import { ItemDisposalsController } from './http/item-disposals.controller.js';
import { ItemExportController } from './http/item-export.controller.js';
import { ItemHoldController } from './http/item-hold.controller.js';
import { ItemLeavingController } from './http/item-leaving.controller.js';
import { ItemLifeCycleController } from './http/item-life-cycle.controller.js';
import { ItemsController } from './http/items.controller.js';
import { LocationItemsController } from './http/location-items.controller.js';
import { PhotosController } from './http/photos.controller.js';
import { StoredItemsController } from './http/stored-items.controller.js';
import { ItemHistory } from './read-model/item.history.js';
import { ItemPages } from './read-model/item.pages.js';
import { ItemQueries } from './read-model/item.queries.js';
import { KeptItems } from './read-model/kept-items.js';
import { StoredItemsModule } from './stored-items.module.js';

@Module({
  imports: [LanguagesModule, LocationsModule, StoragePlacesModule, StoredItemsModule, LimitsModule],
  // Before the route of one item, as `export` is no ID.
  controllers: [
    ItemExportController,
    ItemBatchController,
    ItemsController,
    ImagesController,
    ItemLifeCycleController,
    ItemHoldController,
    ItemDisposalsController,
    ItemLeavingController,
    LocationItemsController,
    PhotosController,
    FindsController,
    StoredItemsController,
  ],
  providers: [
    ItemQueries,
    KeptItems,
    ItemPages,
    ItemHistory,
    BatchResults,
    ItemExecutor,
    PaymentsOfItems,
    ...ITEM_COMMANDS,
    MatchedItems,
    RegistrationFacts,
    RegisterItemHandler,
    CheckRegistrationHandler,
    UpdateItemHandler,
    UpdateOwnFindHandler,
    UploadPhotoHandler,
    RecordResponseHandler,
    ReportBounceHandler,
    DeleteItemHandler,
    StoreItemsHandler,
    EraseItemHandler,
  ],
  exports: [ItemQueries, ItemHistory, ItemExecutor, MatchedItems, PaymentsOfItems],
})
export class ItemsModule {}

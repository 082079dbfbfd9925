import { Global, Module } from '@nestjs/common';
import { ConnectionsModule } from '#contexts/connections';
import { ITEM_PARCELS, ItemsModule } from '#contexts/items';
import { LocationsModule } from '#contexts/locations';
import { ParcelsController } from './http/parcels.controller.js';
import { LabelFile } from './labels/label-file.js';
import { LabelPurchase } from './labels/label-purchase.js';
import { LabelVoiding } from './labels/label-voiding.js';
import { Labels } from './labels/labels.js';
import { ParcelOffers } from './labels/parcel-offers.js';
import { Tracking } from './work/tracking.js';

/** Parcels of items and their carriers; global, because items know nothing of it. */
@Global()
@Module({
  imports: [ConnectionsModule, ItemsModule, LocationsModule],
  controllers: [ParcelsController],
  providers: [
    Labels,
    ParcelOffers,
    { provide: ITEM_PARCELS, useExisting: ParcelOffers },
    LabelPurchase,
    LabelVoiding,
    LabelFile,
    Tracking,
  ],
  exports: [ITEM_PARCELS, Labels, Tracking],
})
export class ParcelsModule {}

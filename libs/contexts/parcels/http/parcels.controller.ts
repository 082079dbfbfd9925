import { Body, Controller, Delete, Get, Post, Res, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { ItemQueries, ItemRecord, itemRecord } from '#contexts/items';
import { LocationQueries } from '#contexts/locations';
import { Beyond, CurrentCaller, created, Endpoint, ID, Problems, Produces, Requires, versioned } from '#platform/http';
import { Replays } from '#platform/idempotency';
import type { Caller } from '#platform/kernel';
import { LabelFile } from '../labels/label-file.js';
import { LabelPurchase } from '../labels/label-purchase.js';
import { LabelVoiding } from '../labels/label-voiding.js';
import { ParcelOffers } from '../labels/parcel-offers.js';
import { OfferRecord, offerRecord } from './offer.record.js';
import { customsOf, LabelRequest, OffersRequest } from './parcel.requests.js';

/** Offers and labels of the Location's carrier (decisions.md, section 14). */
@Beyond()
@Controller('api/v2/items/:itemID/shipment')
export class ParcelsController {
  constructor(
    private readonly items: ItemQueries,
    private readonly locations: LocationQueries,
    private readonly offers: ParcelOffers,
    private readonly purchase: LabelPurchase,
    private readonly voiding: LabelVoiding,
    private readonly files: LabelFile,
  ) {}

  @Post('offers')
  @Requires('items.edit')
  @Replays(
    async (
      parcels: ParcelsController,
      { caller, params, first }: { caller: Caller; params: Readonly<Record<string, string>>; first: OfferRecord[] },
    ) => {
      await parcels.items.one(caller, Number(params.itemID));
      return first;
    },
    undefined,
    'outside',
  )
  @Endpoint('listShipmentOffers', 'List what sending an item would cost', {
    description:
      'Asks the Location’s carrier, and returns what has a price, cheapest first. Nothing is bought. 409 `conflict` without a carrier or ' +
      'with nothing left, 409 `not_shippable` for what the Location never sends, 409 `carrier_refused` with the carrier’s words for what ' +
      'it does not take, 503 `unavailable` where it does not answer.',
    answers: [OfferRecord],
    status: 200,
  })
  @Problems('carrier_refused', 'conflict', 'not_shippable', 'unavailable')
  async list(
    @CurrentCaller() caller: Caller,
    @ID('itemID') itemID: number,
    @Body() { address = null, parcel = null }: OffersRequest,
  ) {
    const item = await this.items.one(caller, itemID);
    const location = await this.locations.one(caller, item.location_id);
    return (await this.offers.of({ item, location, address, parcel })).map(offerRecord);
  }

  @Post('label')
  @Requires('items.edit')
  @Replays(
    async (parcels: ParcelsController, { caller, first }) => versioned(await parcels.items.one(caller, first.ID), itemRecord),
    undefined,
    'outside',
  )
  @Endpoint('buyShipmentLabel', 'Buy a label', {
    description:
      'Buys a label for an item that is `shipment-paid`, which becomes `pickup-scheduled`. However often it is repeated, one label ' +
      'at most is paid for: where an answer was lost, the carrier is asked by the item’s reference first. 409 `carrier_refused` with the ' +
      'carrier’s words, 409 `conflict` without a carrier, 503 `unavailable` where it does not answer: then call again.',
    answers: ItemRecord,
    status: 201,
  })
  @Problems('transition_not_allowed', 'carrier_refused', 'not_shippable', 'conflict', 'limit_reached', 'unavailable')
  async buy(
    @CurrentCaller() caller: Caller,
    @ID('itemID') itemID: number,
    @Body() { service = null, parcel = null, customs }: LabelRequest,
  ) {
    const row = await this.purchase.buy(caller, itemID, { service, parcel, customs: customsOf(customs) });
    return created(`/api/v2/items/${itemID}/shipment/label`, versioned(row, itemRecord));
  }

  @Get('label')
  @Requires('items.edit')
  @Produces('application/pdf')
  @Endpoint('getShipmentLabel', 'Get the label of an item', {
    description: 'Returns the label as PDF. 404 where none was bought, it is void, or the owner’s data was erased.',
    sends: {
      status: 200,
      description: 'The label.',
      content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
    },
  })
  @Problems('unavailable')
  async label(@CurrentCaller() caller: Caller, @ID('itemID') itemID: number, @Res({ passthrough: true }) response: Response) {
    const { stream, size } = await this.files.of(caller, itemID);
    response.set('Cache-Control', 'no-store');
    const file = new StreamableFile(stream, { type: 'application/pdf', disposition: 'inline', length: size ?? undefined });
    // Once the response has begun, a failure can only end the connection.
    return file.setErrorHandler((_error, { destroyed }) => void (destroyed || response.destroy()));
  }

  @Delete('label')
  @Requires('items.edit')
  @Endpoint('voidShipmentLabel', 'Void the label of an item', {
    description:
      'Voids the label while the parcel has not moved: the item is `shipment-paid` again once the carrier has taken that on. Refused ' +
      'there it is 409 `carrier_refused`; refused later, `shipment.problem` is `void-refused`. 404 where there is none.',
    answers: ItemRecord,
  })
  @Problems('transition_not_allowed', 'carrier_refused', 'conflict', 'limit_reached', 'unavailable')
  async void(@CurrentCaller() caller: Caller, @ID('itemID') itemID: number) {
    return versioned(await this.voiding.void(caller, itemID), itemRecord);
  }
}

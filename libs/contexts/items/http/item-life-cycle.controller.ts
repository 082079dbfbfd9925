import { Body, Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { LocationQueries } from '#contexts/locations';
import { Beyond, type Change, Changed, CurrentCaller, Endpoint, ID, Problems, Requires, versioned } from '#platform/http';
import { Replays } from '#platform/idempotency';
import { type Caller, Clock } from '#platform/kernel';
import { DeleteItem } from '../commands/delete-item.js';
import { ReopenItem, ReportPayment, ReportShipment } from '../commands/item.commands.js';
import { RecordResponse } from '../commands/record-response.js';
import { quoteOf } from '../commands/shipping-quote.js';
import { nextSteps } from '../domain/item.transitions.js';
import { ItemHistory } from '../read-model/item.history.js';
import { ItemQueries, type ItemRow } from '../read-model/item.queries.js';
import { shownToCarriers } from './carriers.js';
import { ItemRecord, itemRecord } from './item.record.js';
import { ItemTransitionRecord, itemTransition, ShipmentRecord, shipmentRecord } from './item-life-cycle.records.js';
import { OwnerResponseRequest, PaymentRequest, ReopenRequest, ShipmentRequest } from './item-life-cycle.requests.js';

/** The life cycle of an item: staff act on behalf of owner and carrier (decisions.md, section 9). */
@Beyond()
@Controller('api/v2/items/:itemID')
export class ItemLifeCycleController {
  constructor(
    private readonly commands: CommandBus,
    private readonly items: ItemQueries,
    private readonly locations: LocationQueries,
    private readonly history: ItemHistory,
    private readonly clock: Clock,
  ) {}

  @Put('response')
  @Requires('items.edit')
  @Endpoint('recordItemResponse', 'Record the owner’s response', {
    description:
      'Records the response on the owner’s behalf while the item is `contact-missing` or `waiting-response` and its ' +
      'storage time lasts: `pickup` makes it `pickup-by-guest`, `ship` `shipment-paid`, `leave` `left-behind`, `not-mine` ' +
      '`wrong-owner`. `pickup` and `ship` may replace each other until the carrier is booked. `ship` needs an address, ' +
      'given here or stored; a complete one with recipient and contact, as the owner’s page asks for, is left to staff. ' +
      'Where the guest pays for the shipment, `ship` leaves the status and opens a `payment`; while that is open or failed, ' +
      '`pickup` and `leave` withdraw it, and `ship` asks for the price of another address. Where no shipping rate ' +
      'fits, it is 409 `conflict`, and 409 `not_shippable` for what the Location never sends. ' +
      'What is on hold is not left (409 `on_hold`). All else is 409 `transition_not_allowed`: ' +
      '`GET /items/{itemID}/transitions` lists what is possible.',
    answers: ItemRecord,
  })
  @Problems('transition_not_allowed', 'on_hold', 'not_shippable', 'conflict', 'limit_reached')
  async respond(
    @Changed('itemID') { caller, id: itemID, expected }: Change,
    @Body() { response, address = null }: OwnerResponseRequest,
  ) {
    const command = new RecordResponse(caller, itemID, { response, address }, expected);
    return versioned(await this.commands.execute(command), itemRecord);
  }

  @Post('shipment')
  @Requires('shipments.report')
  @Replays(
    async (life: ItemLifeCycleController, { caller, first }) => shownTo(caller, await life.items.one(caller, first.ID)),
    ({ id }) => ({ ID: id }),
  )
  @Endpoint('reportItemShipment', 'Report the progress of a shipment', {
    description:
      'Moves an item along `shipment-paid`, `pickup-scheduled`, `in-route`, `delivered`: forward only, a step may be ' +
      'skipped (409 `transition_not_allowed` otherwise). With the status that it has already, only the carrier, number, ' +
      'label and cost are updated. For staff and for the API token of a carrier, which gets the item without the owner’s ' +
      'data, place and notes, and no longer changes what is delivered.',
    answers: ItemRecord,
  })
  @Problems('transition_not_allowed', 'conflict', 'limit_reached')
  async ship(@Changed('itemID') { caller, id: itemID, expected }: Change, @Body() { status, ...shipment }: ShipmentRequest) {
    const row = await this.commands.execute(new ReportShipment(caller, itemID, { status, shipment }, expected));
    return shownTo(caller, row);
  }

  @Get('shipment')
  @Requires('items.read')
  @Endpoint('getItemShipment', 'Get the shipment of an item', {
    description: 'Returns carrier, tracking number, label and cost as far as they were reported, each null until then.',
    answers: ShipmentRecord,
  })
  async shipment(@CurrentCaller() caller: Caller, @ID('itemID') itemID: number) {
    const { status, shipment } = await this.items.one(caller, itemID);
    return shipmentRecord(status, shipment);
  }

  @Put('payment')
  @Requires('payments.withdraw')
  @Endpoint('reportItemPayment', 'Report what became of the payment for a shipment', {
    description:
      'Where the guest pays (`PUT /locations/:locationID/shipping`), “send it to me” gives the item a `payment`. `paid` makes it ' +
      '`shipment-paid`; after `failed` the owner may answer again; `refunded` is for what was paid and leaves the status; `withdrawn` ' +
      'ends one that is open or failed, and is all that sub-users may report (403 otherwise). `url` is where ' +
      'the owner is led to pay; it can be given without a status.',
    answers: ItemRecord,
  })
  @Problems('conflict', 'limit_reached')
  async pay(@Changed('itemID') { caller, id: itemID, expected }: Change, @Body() body: PaymentRequest) {
    return versioned(await this.commands.execute(new ReportPayment(caller, itemID, body, expected)), itemRecord);
  }

  @Put('reopen')
  @Requires('items.edit')
  @Endpoint('reopenItem', 'Reopen an item that was closed or is not the owner’s', {
    description:
      'Brings an item that is `left-behind`, `finished`, `expired` or `wrong-owner` back to `waiting-response`, or to ' +
      '`contact-missing` where no contact is known. Its storage time ends no sooner than 7 days later. The reason is kept ' +
      'in its history. From any other status it is 409 `transition_not_allowed`.',
    answers: ItemRecord,
  })
  @Problems('transition_not_allowed', 'conflict', 'limit_reached')
  async reopen(@Changed('itemID') { caller, id: itemID, expected }: Change, @Body() body: ReopenRequest) {
    return versioned(await this.commands.execute(new ReopenItem(caller, itemID, body, expected)), itemRecord);
  }

  @Delete()
  @Requires('items.edit')
  @Endpoint('deleteItem', 'Delete an item', {
    description:
      'The item is no longer listed or found, and its status is `deleted` for good; its history is kept. 409 ' +
      '`transition_not_allowed` once it is anonymized, 409 `on_hold` while it is on hold. A Request that it was matched to is open again.',
  })
  @Problems('transition_not_allowed', 'on_hold', 'conflict')
  async delete(@Changed('itemID') { caller, id: itemID, expected }: Change) {
    await this.commands.execute(new DeleteItem(caller, itemID, expected));
  }

  @Get('transitions')
  @Requires('items.read')
  @Endpoint('listItemTransitions', 'List the next possible statuses of an item', {
    description:
      'Returns the statuses that the item can change to now, each once, with a call that makes the change; what time ' +
      'alone does is not listed. Where the guest pays for the shipment, the response `ship` changes no status: ' +
      '`shipment-paid` is listed with `PUT /items/{itemID}/payment` once a payment is open. `finished` is listed with ' +
      '`PUT /items/{itemID}/status`; `POST /items/{itemID}/handover` and `POST /items/{itemID}/disposal` lead there too.',
    answers: [ItemTransitionRecord],
  })
  async transitions(@CurrentCaller() caller: Caller, @ID('itemID') itemID: number) {
    const item = await this.items.one(caller, itemID);
    const [state, location] = await Promise.all([this.history.stateOf(item), this.locations.one(caller, item.location_id)]);
    const quote = quoteOf({ location, item, page: () => '' });
    return nextSteps(state, quote, this.clock.now().toISOString()).map((step) => itemTransition(itemID, step));
  }
}

function shownTo({ role }: Caller, row: ItemRow) {
  return versioned(role === 'carrier' ? shownToCarriers(row) : row, itemRecord);
}

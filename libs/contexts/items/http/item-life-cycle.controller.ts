import { Body, Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import {
  Beyond,
  CurrentCaller,
  Endpoint,
  type ExpectedVersions,
  ID,
  IfMatch,
  Problems,
  Replays,
  Requires,
  versioned,
} from '#platform/http';
import { type Caller, Clock } from '#platform/kernel';
import { DeleteItem } from '../commands/delete-item.js';
import { RecordResponse } from '../commands/record-response.js';
import { ReopenItem } from '../commands/reopen-item.js';
import { ReportPayment } from '../commands/report-payment.js';
import { ReportShipment } from '../commands/report-shipment.js';
import { nextSteps } from '../domain/item.transitions.js';
import { ItemHistory } from '../read-model/item.history.js';
import { ItemQueries, type ItemRow } from '../read-model/item.queries.js';
import { ItemRecord, itemRecord, shownToCarriers } from './item.record.js';
import { ItemTransitionRecord, itemTransition, ShipmentRecord, shipmentRecord } from './item-life-cycle.records.js';
import { OwnerResponseRequest, PaymentRequest, ReopenRequest, ShipmentRequest } from './item-life-cycle.requests.js';

/** The life cycle of an item: staff act on behalf of owner and carrier (decisions.md, section 9). */
@Beyond()
@ApiTags('Items')
@Controller('api/v2/items/:itemID')
export class ItemLifeCycleController {
  constructor(
    private readonly commands: CommandBus,
    private readonly items: ItemQueries,
    private readonly history: ItemHistory,
    private readonly clock: Clock,
  ) {}

  @Put('response')
  @Requires('items.edit')
  @Endpoint('recordItemResponse', 'Record the owner’s response', {
    description:
      'Records the response on the owner’s behalf, until the storage time ends, and changes the status of the item accordingly. `pickup` and ' +
      '`ship` may replace each other until the carrier is booked. Where the guest pays for the shipment, `ship` leaves the status and ' +
      'opens a `payment`; where no shipping rate fits, it is 409.',
    answers: ItemRecord,
    versioned: true,
  })
  @Problems('transition_not_allowed', 'conflict')
  async respond(
    @CurrentCaller() caller: Caller,
    @ID('itemID') itemID: number,
    @Body() { response: answered, address = null }: OwnerResponseRequest,
    @IfMatch() expected: ExpectedVersions,
  ) {
    const command = new RecordResponse(caller, itemID, answered, address, expected);
    return versioned(await this.commands.execute(command), itemRecord);
  }

  @Post('shipment')
  @Requires('shipments.report')
  @Replays(async (life: ItemLifeCycleController, { caller, first }) => shownTo(caller, await life.items.one(caller, first.ID)))
  @Endpoint('reportItemShipment', 'Report the progress of a shipment', {
    description:
      'For staff and for the API token of a carrier. A carrier gets the item without the owner’s data, place and notes.',
    answers: ItemRecord,
    versioned: true,
  })
  @Problems('transition_not_allowed', 'conflict')
  async ship(
    @CurrentCaller() caller: Caller,
    @ID('itemID') itemID: number,
    @Body() { status, ...shipment }: ShipmentRequest,
    @IfMatch() expected: ExpectedVersions,
  ) {
    const row = await this.commands.execute(new ReportShipment(caller, itemID, status, shipment, expected));
    return shownTo(caller, row);
  }

  @Get('shipment')
  @Requires('items.read')
  @Endpoint('getItemShipment', 'Get the shipment of an item', { answers: ShipmentRecord })
  async shipment(@CurrentCaller() caller: Caller, @ID('itemID') itemID: number) {
    const { status, shipment } = await this.items.one(caller, itemID);
    return shipmentRecord(status, shipment);
  }

  @Put('payment')
  @Requires('payments.report')
  @Endpoint('reportItemPayment', 'Report what became of the payment for a shipment', {
    description:
      'Where the guest pays (`PUT /locations/:locationID/shipping`), “send it to me” gives the item a `payment`. `paid` makes it ' +
      '`shipment-paid`; after `failed` the owner may answer again; `refunded` is for what was paid and leaves the status. `url` is where ' +
      'the owner is led to pay; it can be given without a status.',
    answers: ItemRecord,
    versioned: true,
  })
  @Problems('conflict')
  async pay(
    @CurrentCaller() caller: Caller,
    @ID('itemID') itemID: number,
    @Body() body: PaymentRequest,
    @IfMatch() expected: ExpectedVersions,
  ) {
    return versioned(await this.commands.execute(new ReportPayment(caller, itemID, body, expected)), itemRecord);
  }

  @Put('reopen')
  @Requires('items.edit')
  @Endpoint('reopenItem', 'Reopen an item that was closed or is not the owner’s', { answers: ItemRecord, versioned: true })
  @Problems('transition_not_allowed', 'conflict')
  async reopen(
    @CurrentCaller() caller: Caller,
    @ID('itemID') itemID: number,
    @Body() { reason }: ReopenRequest,
    @IfMatch() expected: ExpectedVersions,
  ) {
    return versioned(await this.commands.execute(new ReopenItem(caller, itemID, reason, expected)), itemRecord);
  }

  @Delete()
  @Requires('items.edit')
  @Endpoint('deleteItem', 'Delete an item', { description: 'The item is no longer listed or found; its history is kept.' })
  @Problems('transition_not_allowed', 'conflict')
  async delete(@CurrentCaller() caller: Caller, @ID('itemID') itemID: number, @IfMatch() expected: ExpectedVersions) {
    await this.commands.execute(new DeleteItem(caller, itemID, expected));
  }

  @Get('transitions')
  @Requires('items.read')
  @Endpoint('listItemTransitions', 'List the next possible statuses of an item', {
    description: 'Returns the statuses that the item can change to, each with the API call that makes the change.',
    answers: [ItemTransitionRecord],
  })
  async transitions(@CurrentCaller() caller: Caller, @ID('itemID') itemID: number) {
    const state = await this.history.stateOf(caller, itemID);
    return nextSteps(state, this.clock.now().toISOString()).map((step) => itemTransition(itemID, step));
  }
}

function shownTo({ role }: Caller, row: ItemRow) {
  return versioned(role === 'carrier' ? shownToCarriers(row) : row, itemRecord);
}

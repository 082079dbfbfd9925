import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Answer, Beyond, CurrentCaller, expectedVersions, IdParam, Problems, Requires, setEntityTag } from '#platform/http';
import { type Caller, Clock } from '#platform/kernel';
import { DeleteItem } from '../commands/delete-item.js';
import { RecordResponse } from '../commands/record-response.js';
import { ReportShipment } from '../commands/report-shipment.js';
import { nextSteps } from '../domain/item.transitions.js';
import { ItemHistory } from '../read-model/item.history.js';
import { ItemQueries, type ItemRow } from '../read-model/item.queries.js';
import { ItemRecord, itemRecord, shownToCarriers } from './item.record.js';
import { ItemTransitionRecord, itemTransition, ShipmentRecord, shipmentRecord } from './item-life-cycle.records.js';
import { OwnerResponseRequest, ShipmentRequest } from './item-life-cycle.requests.js';

/** What becomes of an item: staff acts for owner and carrier (decisions.md, section 9). */
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
  @ApiOperation({ operationId: 'recordItemResponse', summary: 'Record what the owner answered' })
  @Answer(ItemRecord, { versioned: true })
  @Problems('precondition_failed', 'transition_not_allowed', 'conflict')
  async respond(
    @CurrentCaller() caller: Caller,
    @Param('itemID', IdParam) itemID: number,
    @Body() { response: answered, address = null }: OwnerResponseRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const command = new RecordResponse(caller, itemID, answered, address, expectedVersions(request));
    return answer(await this.commands.execute(command), response);
  }

  @Post('shipment')
  @HttpCode(200)
  @Requires('shipments.report')
  @ApiOperation({
    operationId: 'reportItemShipment',
    summary: 'Report the progress of the shipment, as staff or by a carrier’s token',
  })
  @Answer(ItemRecord, { versioned: true })
  @Problems('precondition_failed', 'transition_not_allowed', 'conflict')
  async ship(
    @CurrentCaller() caller: Caller,
    @Param('itemID', IdParam) itemID: number,
    @Body() { status, ...shipment }: ShipmentRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const command = new ReportShipment(caller, itemID, status, shipment, expectedVersions(request));
    const row = await this.commands.execute(command);
    return answer(caller.role === 'carrier' ? shownToCarriers(row) : row, response);
  }

  @Get('shipment')
  @Requires('items.read')
  @ApiOperation({ operationId: 'getItemShipment', summary: 'Read what is known of the shipment' })
  @Answer(ShipmentRecord)
  async shipment(@CurrentCaller() caller: Caller, @Param('itemID', IdParam) itemID: number) {
    const { status, shipment } = await this.items.one(caller, itemID);
    return shipmentRecord(status, shipment);
  }

  @Delete()
  @HttpCode(204)
  @Requires('items.edit')
  @ApiOperation({ operationId: 'deleteItem', summary: 'Delete an item; it is kept in history' })
  @Answer(null, { status: 204 })
  @Problems('precondition_failed', 'transition_not_allowed', 'conflict')
  async delete(@CurrentCaller() caller: Caller, @Param('itemID', IdParam) itemID: number, @Req() request: Request) {
    await this.commands.execute(new DeleteItem(caller, itemID, expectedVersions(request)));
  }

  @Get('transitions')
  @Requires('items.read')
  @ApiOperation({ operationId: 'listItemTransitions', summary: 'List the statuses an item may take next, each with its call' })
  @Answer(ItemTransitionRecord, { list: 'bare' })
  async transitions(@CurrentCaller() caller: Caller, @Param('itemID', IdParam) itemID: number) {
    const state = await this.history.stateOf(caller, itemID);
    return nextSteps(state, this.clock.now().toISOString()).map((step) => itemTransition(itemID, step));
  }
}

function answer(row: ItemRow, response: Response): ItemRecord {
  setEntityTag(response, row.version);
  return itemRecord(row);
}

import { Body, Controller, Get, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Answer, CurrentCaller, expectedVersions, IdParam, listing, Problems, Requires, setEntityTag } from '#platform/http';
import type { Caller } from '#platform/kernel';
import { ChangeItemStatus } from '../commands/change-item-status.js';
import { RegisterItem } from '../commands/register-item.js';
import { UpdateItem } from '../commands/update-item.js';
import { ItemQueries, type ItemRow } from '../read-model/item.queries.js';
import { ItemRecord, itemRecord } from './item.record.js';
import { ItemStatusRequest, ItemUpdateRequest, NewItemRequest } from './item.requests.js';
import { filtersOf, ItemsQuery } from './items.query.js';
import { shippingChanges } from './shipping.request.js';

/** Items (api-v2.md, Endpoints, Items). */
@ApiTags('Items')
@Controller('api/v2/items')
export class ItemsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly items: ItemQueries,
  ) {}

  @Post()
  @Requires('items.register')
  @ApiOperation({ operationId: 'registerItem', summary: 'Register an item' })
  @Answer(ItemRecord, { status: 201, versioned: true })
  @Problems('location_deactivated')
  async register(@CurrentCaller() caller: Caller, @Body() body: NewItemRequest, @Res({ passthrough: true }) response: Response) {
    const { locationID, languageID, languageCode, shipping, ...item } = body;
    const command = new RegisterItem(
      caller,
      locationID,
      { ...item, shipping: shippingChanges(shipping) },
      { languageID, languageCode },
    );
    const row = await this.commands.execute(command);
    response.setHeader('Location', `/api/v2/items/${row.id}`);
    return answer(row, response);
  }

  @Get()
  @Requires('items.read')
  @ApiOperation({ operationId: 'listItems', summary: 'List items, newest first' })
  @Answer(ItemRecord, { list: 'items' })
  async list(@CurrentCaller() caller: Caller, @Query() query: ItemsQuery) {
    return listing(query, await this.items.page(caller, query, filtersOf(query)), itemRecord, (row) => row.id);
  }

  @Get(':itemID')
  @Requires('items.read')
  @ApiOperation({ operationId: 'getItem', summary: 'Read an item' })
  @Answer(ItemRecord, { versioned: true })
  async one(
    @CurrentCaller() caller: Caller,
    @Param('itemID', IdParam) itemID: number,
    @Res({ passthrough: true }) response: Response,
  ) {
    return answer(await this.items.one(caller, itemID), response);
  }

  @Put(':itemID')
  @Requires('items.edit')
  @ApiOperation({ operationId: 'updateItem', summary: 'Update an item' })
  @Answer(ItemRecord, { versioned: true })
  @Problems('precondition_failed', 'conflict')
  async update(
    @CurrentCaller() caller: Caller,
    @Param('itemID', IdParam) itemID: number,
    @Body() { shipping, ...changes }: ItemUpdateRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const change = { ...changes, shipping: shipping && shippingChanges(shipping) };
    return answer(await this.commands.execute(new UpdateItem(caller, itemID, change, expectedVersions(request))), response);
  }

  @Put(':itemID/status')
  @Requires('items.edit')
  @ApiOperation({ operationId: 'changeItemStatus', summary: 'Set an item left behind or finished' })
  @Answer(ItemRecord, { versioned: true })
  @Problems('precondition_failed', 'transition_not_allowed')
  async changeStatus(
    @CurrentCaller() caller: Caller,
    @Param('itemID', IdParam) itemID: number,
    @Body() { status }: ItemStatusRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    return answer(await this.commands.execute(new ChangeItemStatus(caller, itemID, status, expectedVersions(request))), response);
  }
}

function answer(row: ItemRow, response: Response): ItemRecord {
  setEntityTag(response, row.version);
  return itemRecord(row);
}

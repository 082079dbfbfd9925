import { Body, Controller, Get, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import {
  CurrentCaller,
  created,
  Endpoint,
  type ExpectedVersions,
  ID,
  IfMatch,
  listing,
  Problems,
  Replays,
  Requires,
  versioned,
} from '#platform/http';
import { type CleanImage, UploadedImage } from '#platform/images';
import type { Caller } from '#platform/kernel';
import { ChangeItemStatus } from '../commands/change-item-status.js';
import { UpdateItem } from '../commands/update-item.js';
import { UploadItemImage } from '../commands/upload-item-image.js';
import { placeOfItem } from '../read-model/item.order.js';
import { ItemQueries } from '../read-model/item.queries.js';

import { ItemRecord, itemRecord } from './item.record.js';
import { ItemStatusRequest, ItemUpdateRequest, NewItemRequest } from './item.requests.js';
import { filtersOf, ItemsQuery } from './items.query.js';
import { registration } from './registration.js';
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
  @Replays((items: ItemsController, { caller, first }) => items.one(caller, first.ID))
  @Endpoint('registerItem', 'Register an item', {
    description: 'Registers an item at a Location.',
    answers: ItemRecord,
    status: 201,
    versioned: true,
  })
  @Problems('location_deactivated', 'external_id_taken')
  async register(@CurrentCaller() caller: Caller, @Body() body: NewItemRequest) {
    const row = await this.commands.execute(registration(caller, body));
    return created(`/api/v2/items/${row.id}`, versioned(row, itemRecord));
  }

  @Get()
  @Requires('items.read')
  @Endpoint('listItems', 'List items', {
    description: 'Returns the items of all Locations that the caller has access to, newest first.',
    answers: ItemRecord,
    list: 'items',
  })
  async list(@CurrentCaller() caller: Caller, @Query() query: ItemsQuery) {
    return listing(query, await this.items.page(caller, query, filtersOf(query)), itemRecord, placeOfItem(query.sort));
  }

  @Get(':itemID')
  @Requires('items.read')
  @Endpoint('getItem', 'Get an item', { answers: ItemRecord, versioned: true })
  async one(@CurrentCaller() caller: Caller, @ID('itemID') itemID: number) {
    return versioned(await this.items.one(caller, itemID), itemRecord);
  }

  @Put(':itemID')
  @Requires('items.edit')
  @Endpoint('updateItem', 'Update an item', {
    description: 'Omitted fields keep their value; the owner is merged field by field.',
    answers: ItemRecord,
    versioned: true,
  })
  @Problems('conflict', 'external_id_taken')
  async update(
    @CurrentCaller() caller: Caller,
    @ID('itemID') itemID: number,
    @Body() { shipping, ...changes }: ItemUpdateRequest,
    @IfMatch() expected: ExpectedVersions,
  ) {
    const change = { ...changes, shipping: shipping && shippingChanges(shipping) };
    return versioned(await this.commands.execute(new UpdateItem(caller, itemID, change, expected)), itemRecord);
  }

  @Put(':itemID/status')
  @Requires('items.edit')
  @Endpoint('changeItemStatus', 'Set the status of an item to left behind or finished', { answers: ItemRecord, versioned: true })
  @Problems('transition_not_allowed')
  async changeStatus(
    @CurrentCaller() caller: Caller,
    @ID('itemID') itemID: number,
    @Body() { status }: ItemStatusRequest,
    @IfMatch() expected: ExpectedVersions,
  ) {
    return versioned(await this.commands.execute(new ChangeItemStatus(caller, itemID, status, expected)), itemRecord);
  }

  @Post(':itemID/upload-image')
  @Requires('items.upload-image')
  @Replays((items: ItemsController, { caller, first }) => items.one(caller, first.ID))
  @Endpoint('uploadItemImage', 'Upload the image of an item', {
    description:
      'Stores the image and sets the item’s `imageUrl` to its address, which can be read without a token. An image that was uploaded ' +
      'before is deleted. A Limited Sub-User can only upload images for items that it registered itself.',
    answers: ItemRecord,
    versioned: true,
  })
  @Problems('conflict')
  async upload(
    @CurrentCaller() caller: Caller,
    @ID('itemID') itemID: number,
    @UploadedImage() read: () => Promise<CleanImage>,
    @IfMatch() expected: ExpectedVersions,
  ) {
    return versioned(await this.commands.execute(new UploadItemImage(caller, itemID, read, expected)), itemRecord);
  }
}

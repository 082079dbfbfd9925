import { Body, Controller, Get, Post, Put, Query, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Request } from 'express';
import {
  type Change,
  Changed,
  CurrentCaller,
  created,
  Endpoint,
  ID,
  listing,
  Problems,
  Requires,
  versioned,
  writtenOnce,
} from '#platform/http';
import { Replays } from '#platform/idempotency';
import { type CleanImage, UploadedImage } from '#platform/images';
import type { Caller } from '#platform/kernel';
import { ChangeItemStatus, UpdateItem } from '../commands/item.commands.js';
import { UploadPhoto } from '../commands/upload-photo.js';
import { placeOfItem } from '../read-model/item.order.js';
import { ItemQueries } from '../read-model/item.queries.js';
import { ItemRecord, itemRecord } from './item.record.js';
import { ItemStatusRequest, ItemUpdateRequest, NewItemRequest } from './item.requests.js';
import { filtersOf, ItemsQuery } from './items.query.js';
import { areAddressesPassing } from './picture-address.js';
import { itemChanges, registration } from './registration.js';

/** Items (api-v2.md, Endpoints, Items). */
@Controller('api/v2/items')
export class ItemsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly items: ItemQueries,
  ) {}

  @Post()
  @Requires('items.register')
  @Replays(
    (items: ItemsController, { caller, first }) => items.read(caller, first.ID),
    ({ id }) => created(pathOf(id), { ID: id }),
  )
  @Endpoint('registerItem', 'Register an item', {
    description:
      'Registers an item at an active Location. With the owner’s email or telephone its status is `waiting-response` and ' +
      'the owner is written to, else `contact-missing`. It is stored for `customStorageDays`, else as long as the ' +
      'Location says: `storageExpiresAt`. Send an `Idempotency-Key`, so that a call repeated after a lost answer ' +
      'registers nothing twice.',
    answers: ItemRecord,
    status: 201,
  })
  @Problems('location_deactivated', 'external_id_taken')
  async register(@CurrentCaller() caller: Caller, @Body() body: NewItemRequest) {
    const row = await this.commands.execute(registration(caller, body));
    return created(pathOf(row.id), versioned(row, itemRecord));
  }

  @Get()
  @Requires('items.read')
  @Endpoint('listItems', 'List items', {
    description:
      'Returns the items of all Locations that the caller has access to, without those deleted; newest first unless ' +
      '`sort` says otherwise. Filters narrow it together. `Link: rel="next"` leads to the next page at constant cost. To ' +
      'follow what changes, deletions included, read `GET /changes`.',
    answers: ItemRecord,
    list: 'items',
  })
  async list(@CurrentCaller() caller: Caller, @Query() query: ItemsQuery) {
    return listing(query, await this.items.page(caller, query, filtersOf(query)), writtenItem, placeOfItem(query.sort));
  }

  @Get(':itemID')
  @Requires('items.read')
  @Endpoint('getItem', 'Get an item', {
    description:
      'Returns an item as it is now, its owner’s data included. Once it is deleted it is 404; `GET ' +
      '/items/{itemID}/history` still tells what became of it.',
    answers: ItemRecord,
  })
  async one(@CurrentCaller() caller: Caller, @ID('itemID') itemID: number, @Req() request: Request) {
    return this.read(caller, itemID, request);
  }

  @Put(':itemID')
  @Requires('items.edit')
  @Endpoint('updateItem', 'Update an item', {
    description:
      'Changes the given fields: omitted ones keep their value, the owner is merged field by field, `colors` and ' +
      '`categories` are replaced. `shipping` needs its `dimensions`. A contact that is added or corrected is written to, ' +
      'and the item waits for its response. `customStorageDays` moves `storageExpiresAt` and may take up an expired item ' +
      'again. 409 `transition_not_allowed` once the item is anonymized.',
    answers: ItemRecord,
  })
  @Problems('conflict', 'external_id_taken', 'limit_reached')
  async update(@Changed('itemID') { caller, id: itemID, expected }: Change, @Body() body: ItemUpdateRequest) {
    return versioned(await this.commands.execute(new UpdateItem(caller, itemID, itemChanges(body), expected)), itemRecord);
  }

  @Put(':itemID/status')
  @Requires('items.edit')
  @Endpoint('changeItemStatus', 'Set the status of an item to left behind or finished', {
    description:
      'Closes an item: `finished` once it was handed over or is otherwise done with, `left-behind` when nobody wants it ' +
      'back. The two may replace each other; the status that it already has changes nothing. 409 `transition_not_allowed` ' +
      'once it is anonymized, 409 `on_hold` while it is on hold. `PUT /items/{itemID}/reopen` takes it up again.',
    answers: ItemRecord,
  })
  @Problems('transition_not_allowed', 'on_hold', 'limit_reached')
  async changeStatus(@Changed('itemID') { caller, id: itemID, expected }: Change, @Body() body: ItemStatusRequest) {
    return versioned(await this.commands.execute(new ChangeItemStatus(caller, itemID, body, expected)), itemRecord);
  }

  @Post(':itemID/upload-image')
  @Requires('items.upload-image')
  @Replays(
    (items: ItemsController, { caller, first }) => items.read(caller, first.ID),
    ({ id }) => ({ ID: id }),
  )
  @Endpoint('uploadItemImage', 'Upload the image of an item', {
    description:
      'Stores the image, upright and without its metadata, and sets the item’s `imageUrl` to its address, which can be ' +
      'read without a token. It replaces the first of the item’s photos, which is deleted. A Limited Sub-User can only upload ' +
      'images for items that it registered itself. 415 for what is no JPG, PNG, GIF or WebP; 503 when too many are uploaded at once.',
    answers: ItemRecord,
  })
  @Problems('conflict', 'limit_reached')
  async upload(@Changed('itemID') { caller, id: itemID, expected }: Change, @UploadedImage() read: () => Promise<CleanImage>) {
    const { row } = await this.commands.execute(new UploadPhoto(caller, itemID, read, 'replace-first', expected));
    return versioned(row, itemRecord);
  }

  private async read(caller: Caller, itemID: number, request?: Request) {
    const item = await this.items.one(caller, itemID);
    // The record is unchanged, but not the addresses in it.
    if (request && areAddressesPassing(item)) delete request.headers['if-none-match'];
    return versioned(item, this.items.isKept(item) ? writtenItem : itemRecord);
  }
}

const writtenItem = writtenOnce(itemRecord, areAddressesPassing);

function pathOf(id: number): string {
  return `/api/v2/items/${id}`;
}

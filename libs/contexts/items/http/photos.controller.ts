import { Body, Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Beyond, CurrentCaller, created, Endpoint, ID, Problems, Requires } from '#platform/http';
import { Replays } from '#platform/idempotency';
import { type CleanImage, UploadedImage } from '#platform/images';
import { type Caller, NotFound } from '#platform/kernel';
import { ChangePhotos } from '../commands/item.commands.js';
import { checkPhotosOf, UploadPhoto } from '../commands/upload-photo.js';
import type { Photo } from '../domain/item.details.js';
import type { ItemEvent } from '../domain/item.events.js';
import { lastPhotoIn } from '../domain/item.photos.js';
import { ItemQueries, type ItemRow } from '../read-model/item.queries.js';
import { PhotoOrderRequest, PhotoRecord, photoRecords } from './photo.record.js';

/** The photos of an item (decisions.md, section 13); its record shows them, too. */
@Beyond()
@Requires('items.upload-image')
@Controller('api/v2/items/:itemID/photos')
export class PhotosController {
  constructor(
    private readonly commands: CommandBus,
    private readonly items: ItemQueries,
  ) {}

  @Get()
  @Endpoint('listPhotos', 'List the photos of an item', {
    description:
      'Returns the photos in their order; the first is the item’s `imageUrl`. A Limited Sub-User sees those of items that it ' +
      'registered itself.',
    answers: [PhotoRecord],
  })
  async list(@CurrentCaller() caller: Caller, @ID('itemID') itemID: number) {
    return photoRecords(await this.item(caller, itemID));
  }

  @Post()
  @Replays(
    async (photos: PhotosController, { caller, params, first }) => {
      const itemID = Number(params.itemID);
      return photoOf(await photos.item(caller, itemID), ({ ID: photoID }) => photoID === first.ID);
    },
    ({ id, events }) => {
      const photoID = lastPhotoIn(events as readonly ItemEvent[]);
      return created(pathOf(id, photoID), { ID: photoID });
    },
  )
  @Endpoint('addPhoto', 'Add a photo to an item', {
    description:
      'Stores the image, upright and without its metadata, and a thumbnail of it, behind the photos that there are; the first ' +
      'becomes the item’s `imageUrl`. 409 `limit_reached` where the item has ten. A Limited Sub-User can only add photos to ' +
      'items that it registered itself. 415 for what is no JPG, PNG, GIF or WebP; 503 when too many are uploaded at once.',
    answers: PhotoRecord,
    status: 201,
  })
  @Problems('conflict', 'limit_reached')
  async add(@CurrentCaller() caller: Caller, @ID('itemID') itemID: number, @UploadedImage() read: () => Promise<CleanImage>) {
    const added = await this.commands.execute(new UploadPhoto(caller, itemID, read, 'add'));
    const photo = photoOf(added.row, ({ url }) => url === added.url);
    return created(pathOf(itemID, photo.ID), photo);
  }

  @Put()
  @Endpoint('orderPhotos', 'Put the photos of an item in order', {
    description:
      'Takes the identifiers of exactly the photos that there are, each once, and returns the photos in that order. The first ' +
      'becomes the item’s `imageUrl`.',
    answers: [PhotoRecord],
  })
  @Problems('conflict', 'limit_reached')
  async order(@CurrentCaller() caller: Caller, @ID('itemID') itemID: number, @Body() { photoIDs }: PhotoOrderRequest) {
    await this.item(caller, itemID);
    return photoRecords(await this.commands.execute(new ChangePhotos(caller, itemID, { kind: 'order', photoIDs })));
  }

  @Delete(':photoID')
  @Endpoint('deletePhoto', 'Delete a photo of an item', {
    description: 'Removes the photo and its thumbnail for good. Was it the first, the next becomes the item’s `imageUrl`.',
  })
  @Problems('conflict', 'limit_reached')
  async remove(@CurrentCaller() caller: Caller, @ID('itemID') itemID: number, @ID('photoID') photoID: number) {
    await this.item(caller, itemID);
    await this.commands.execute(new ChangePhotos(caller, itemID, { kind: 'remove', photoID }));
  }

  private async item(caller: Caller, itemID: number): Promise<ItemRow> {
    return checkPhotosOf(caller, await this.items.one(caller, itemID));
  }
}

function pathOf(itemID: number, photoID: number): string {
  return `/api/v2/items/${itemID}/photos/${photoID}`;
}

/** @throws NotFound when it was removed meanwhile */
function photoOf(item: ItemRow, isIt: (photo: Photo) => boolean): PhotoRecord {
  const [photo] = photoRecords(item, { only: isIt });
  if (!photo) throw new NotFound('The photo');
  return photo;
}

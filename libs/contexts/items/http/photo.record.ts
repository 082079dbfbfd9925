import { ApiProperty } from '@nestjs/swagger';
import { IntegerList } from '#platform/http';
import { recordTimestamp } from '#platform/kernel';
import type { Photo } from '../domain/item.details.js';
import { MOST_PHOTOS, photosOf } from '../domain/item.photos.js';
import type { ItemRow } from '../read-model/item.queries.js';
import { type AddressOf, addressOf } from './picture-address.js';

/** A photo of an item (decisions.md, section 13). */
export class PhotoRecord {
  @ApiProperty({ type: 'integer', example: 1, description: 'Identifier, unique within the item' }) ID!: number;
  @ApiProperty({
    type: String,
    example: 'https://lost.example.com/images/1-7-9f52b6d3a4c04a688d0f0c4e1f6d2a11.jpg',
    description:
      'Address of the picture, which needs no token; of the first photo it is the item’s `imageUrl`. Of a `document` or `discreet` ' +
      'item it ends after an hour, and is another at each reading',
  })
  url!: string;
  @ApiProperty({
    type: String,
    example: 'https://lost.example.com/images/1-7-0c1d2e3f4a5b60718293a4b5c6d7e8f9.jpg',
    description:
      'Address of a copy of at most 320 pixels a side; `url` itself where the picture is as small, or was not uploaded to ' +
      'this service, or before it made thumbnails',
  })
  thumbnailUrl!: string;
  @ApiProperty({ type: String, example: '2026-11-21 10:00:00.000', description: 'When it was added, UTC' }) createdAt!: string;
}

/** `PUT /items/:itemID/photos`. */
export class PhotoOrderRequest {
  @IntegerList({
    required: true,
    distinct: true,
    most: MOST_PHOTOS,
    example: [2, 1],
    description: 'The identifiers of all photos of the item, each once, in their new order',
  })
  photoIDs!: number[];
}

/** The photos of an item, the first of which is its `imageUrl`. */
export function photoRecords(row: ItemRow, { address = addressOf, only }: PhotosShown = {}): PhotoRecord[] {
  const { photos, image_url: imageUrl, created_at: registeredAt } = row;
  const { all } = photosOf({ photos, imageUrl }, recordTimestamp(registeredAt));
  return (only ? all.filter(only) : all).map(({ ID, url, thumbnailUrl, createdAt }) => ({
    ID,
    url: address(row, url),
    thumbnailUrl: address(row, thumbnailUrl),
    createdAt: recordTimestamp(createdAt),
  }));
}

/** The photos that are shown, and their addresses. */
interface PhotosShown {
  address?: AddressOf;
  only?: (photo: Photo) => boolean;
}

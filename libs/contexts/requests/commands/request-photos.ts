import { Injectable } from '@nestjs/common';
import { imageOwnerOf } from '#contexts/records';
import { Database } from '#platform/database';
import { type CleanImage, Images } from '#platform/images';
import { REQUESTS, requestStream } from '../request.stream.js';

/** A guest's photo that is stored already, under the ID that its Request will have. */
export interface KeptPhoto {
  groupID: number;
  requestID: number;
  imageUrl: string;
}

/**
 * Stores guests' photos before the transaction that makes their Request, so that a slow storage holds no connection. A crash in between
 * leaves a file that no record names.
 */
@Injectable()
export class RequestPhotos {
  constructor(
    private readonly database: Database,
    private readonly images: Images,
  ) {}

  /** @throws StorageUnavailable */
  async keep(groupID: number, photo: CleanImage): Promise<KeptPhoto> {
    const { number: requestID } = (await this.database.queryOne(requestStream.draw(groupID)))!;
    return { groupID, requestID, imageUrl: await this.images.keep(imageOwnerOf(REQUESTS, groupID, requestID), photo) };
  }

  /** Removes a photo that no Request names. @throws StorageUnavailable */
  remove({ groupID, requestID, imageUrl }: KeptPhoto): Promise<void> {
    return this.images.remove(imageOwnerOf(REQUESTS, groupID, requestID), imageUrl);
  }
}

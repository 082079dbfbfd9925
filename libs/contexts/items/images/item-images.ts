import { Injectable } from '@nestjs/common';
import { Storage, type StoredFile } from '#platform/storage';
import { type CleanImage, contentTypeOf } from './clean-image.js';
import { extensionIn, ImageLinks, type ImageOwner, newImageName } from './image-links.js';

/** The uploaded images of items (docs/adr/0013-image-storage.md). */
@Injectable()
export class ItemImages {
  constructor(
    private readonly storage: Storage,
    private readonly links: ImageLinks,
  ) {}

  /** Stores an image and returns its URL. @throws StorageUnavailable */
  async keep(owner: ImageOwner, { bytes, extension, contentType }: CleanImage): Promise<string> {
    const name = newImageName(owner, extension);
    await this.storage.put(name, bytes, contentType);
    return this.links.linkTo(name);
  }

  /** The image with that name, or null. @throws StorageUnavailable */
  async open(name: string): Promise<(StoredFile & { contentType: string }) | null> {
    const extension = extensionIn(name);
    const file = extension && (await this.storage.get(name));
    return file ? { ...file, contentType: contentTypeOf(extension) } : null;
  }

  /** Removes the image at the URL if it was uploaded for this item; ignores any other URL. @throws StorageUnavailable */
  async remove(owner: ImageOwner, imageUrl: string | null): Promise<void> {
    const name = imageUrl && this.links.nameIn(imageUrl, owner);
    if (name) await this.storage.delete(name);
  }
}

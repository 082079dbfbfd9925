import { Semaphore } from '#platform/semaphore';
import type { Storage, StoredFile } from '#platform/storage';
import { type CleanImage, contentTypeOf } from './clean-image.js';
import { extensionIn, type ImageOwner, isNameOf, newImageName } from './image-names.js';

/** So many images are looked for at once, may wait, and for so many milliseconds: a bucket that hangs takes nothing else with it. */
const [AT_ONCE, WAITING, PATIENCE] = [16, 200, 8_000];

/** The uploaded images (docs/adr/0013-image-storage.md). */
export class Images {
  private readonly opening = new Semaphore(AT_ONCE, WAITING, PATIENCE);

  /** @param publicUrl the service's public URL, without a trailing slash */
  constructor(
    private readonly storage: Storage,
    private readonly publicUrl: string,
  ) {}

  /** Stores an image and returns its URL. @throws StorageUnavailable */
  async keep(owner: ImageOwner, { bytes, extension, contentType }: CleanImage): Promise<string> {
    const name = newImageName(owner, extension);
    await this.storage.put(name, bytes, contentType);
    return `${this.publicUrl}/images/${name}`;
  }

  /** The image with that name, or null. @throws StorageUnavailable; Unavailable when too many wait, or for too long */
  async open(name: string): Promise<(StoredFile & { contentType: string }) | null> {
    const extension = extensionIn(name);
    const file = extension && (await this.opening.run(() => this.storage.get(name)));
    return file ? { ...file, contentType: contentTypeOf(extension) } : null;
  }

  /** Removes the image at the URL if it was uploaded for this record; ignores any other URL. @throws StorageUnavailable */
  async remove(owner: ImageOwner, imageUrl: string | null): Promise<void> {
    const [, name = ''] = /\/images\/([^/]+)$/.exec(imageUrl ?? '') ?? [];
    if (isNameOf(owner, name)) await this.storage.delete(name);
  }
}

import { sql } from 'kysely';
import { Semaphore, SharedSemaphore } from '#platform/concurrency';
import { anyOf, type Database, tables } from '#platform/database';
import type { Storage, StoredFile } from '#platform/storage';
import { type CleanImage, contentTypeOf, type ImageFile } from './clean-image.js';
import { extensionIn, type ImageOwner, isNameOf, nameIn, newImageName, ownerIn } from './image-names.js';
import type { ImagePrintEntity } from './image-print.entity.js';

/**
 * Maximum images looked up at a time: of all, of a Group and for a client network. Requests from one network for those of a Group leave
 * some of its share to others, also by names of no image.
 */
const [AT_ONCE, OF_GROUP, OF_NETWORK] = [16, 8, 6];
/** Maximum that wait of a Group and of a network, and milliseconds to wait each time: a bucket that hangs stops nothing else. */
const [WAITING, MAX_WAIT] = [100, 8_000];

const db = tables<typeof ImagePrintEntity>();

/** The uploaded images (docs/adr/0013-image-storage.md), and what they are compared by. */
export class Images {
  private readonly opening = shared<number>(new Semaphore(AT_ONCE, Number.POSITIVE_INFINITY, MAX_WAIT), OF_GROUP);
  private readonly asking = shared<string>(new Semaphore(Number.POSITIVE_INFINITY, 0), OF_NETWORK);

  /** @param publicUrl the service's public URL, without a trailing slash */
  constructor(
    private readonly storage: Storage,
    private readonly database: Database,
    private readonly publicUrl: string,
  ) {}

  /** Stores an image and returns its URL. @throws StorageUnavailable */
  async keep(owner: ImageOwner, { print, ...image }: ImageFile & Pick<CleanImage, 'print'>): Promise<string> {
    const name = await this.store(owner, image);
    if (print !== null) {
      const row = { group_id: owner.groupID, name, print: sql<string>`${print}::text::bit(64)` };
      await this.database.query(db.insertInto('image_prints').values(row));
    }
    return this.urlOf(name);
  }

  /** Stores an image and its thumbnail; one that is small is its own. @throws StorageUnavailable */
  async keepWithThumbnail(owner: ImageOwner, image: CleanImage): Promise<{ url: string; thumbnailUrl: string }> {
    const url = await this.keep(owner, image);
    return { url, thumbnailUrl: image.thumbnail ? this.urlOf(await this.store(owner, image.thumbnail)) : url };
  }

  /**
   * The image with that name, or null.
   * @param network of the client that asks for it
   * @throws StorageUnavailable; Unavailable when too many of its Group or network wait, or for too long
   */
  async open(name: string, network: string): Promise<(StoredFile & { contentType: string }) | null> {
    const [owner, extension] = [ownerIn(name), extensionIn(name)];
    if (!owner || !extension) return null;
    const file = await this.asking.run(network, () => this.opening.run(owner.groupID, () => this.storage.get(name)));
    return file && { ...file, contentType: contentTypeOf(extension) };
  }

  /** Removes the image at the URL if it was uploaded for this record; ignores any other URL. @throws StorageUnavailable */
  async remove(owner: ImageOwner, imageUrl: string | null): Promise<void> {
    const name = nameIn(imageUrl);
    if (isNameOf(owner, name)) await this.discard(owner, name);
  }

  /** Removes the image with that name, which no record refers to. @throws StorageUnavailable */
  async discard({ groupID }: ImageOwner, name: string): Promise<void> {
    await this.database.query(db.deleteFrom('image_prints').where('group_id', '=', groupID).where('name', '=', name));
    await this.storage.delete(name);
  }

  /** The prints of the Group's uploaded images among these, by their URLs; images of other addresses have none. */
  async printsOf(groupID: number, imageUrls: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
    const names = new Map(imageUrls.flatMap((url) => (url && extensionIn(nameIn(url)) ? [[nameIn(url), url] as const] : [])));
    if (names.size === 0) return new Map();
    const known = db.selectFrom('image_prints').select(['name', 'print']).where('group_id', '=', groupID);
    const rows = await this.database.query(known.where('name', '=', anyOf([...names.keys()])));
    return new Map(rows.map(({ name, print }) => [names.get(name)!, print]));
  }

  private async store(owner: ImageOwner, { bytes, extension, contentType }: ImageFile): Promise<string> {
    const name = newImageName(owner, extension);
    await this.storage.put(name, bytes, contentType);
    return name;
  }

  private urlOf(name: string): string {
    return `${this.publicUrl}/images/${name}`;
  }
}

/** @param each how many of an owner's are looked up at a time */
function shared<Owner>(all: Semaphore, each: number): SharedSemaphore<Owner> {
  return new SharedSemaphore<Owner>(all, () => new Semaphore(each, WAITING, MAX_WAIT));
}

import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type CleanImage, Images } from '#platform/images';
import { type Caller, DomainError, type ExpectedVersions } from '#platform/kernel';
import { NotRegisteredByCaller } from '../domain/item.errors.js';
import { ItemQueries, type ItemRow } from '../read-model/item.queries.js';
import { ChangePhotos } from './item.commands.js';

/** Stores an image as a photo of the item (api-v2.md, Items; decisions.md, sections 5, 9 and 13). */
export class UploadPhoto extends Command<{ row: ItemRow; url: string }> {
  constructor(
    readonly caller: Caller,
    readonly itemID: number,
    /** Reads the image once it is known that the caller may upload one. */
    readonly read: () => Promise<CleanImage>,
    /** `replace-first`: as the item's `imageUrl`. */
    readonly kind: 'add' | 'replace-first',
    readonly expectedVersions: ExpectedVersions = null,
  ) {
    super();
  }
}

@CommandHandler(UploadPhoto)
export class UploadPhotoHandler implements ICommandHandler<UploadPhoto> {
  constructor(
    private readonly commands: CommandBus,
    private readonly items: ItemQueries,
    private readonly images: Images,
  ) {}

  async execute({ caller, itemID, read, kind, expectedVersions }: UploadPhoto): Promise<{ row: ItemRow; url: string }> {
    checkPhotosOf(caller, await this.items.one(caller, itemID));
    const image = await read();
    const owner = { groupID: caller.group.id, record: itemID };
    const files = await this.images.keepWithThumbnail(owner, image);
    try {
      const row = await this.commands.execute(new ChangePhotos(caller, itemID, { kind, files }, expectedVersions));
      return { row, url: files.url };
    } catch (error) {
      // Only a refusal is certain to have changed nothing; after a lost connection the record may refer to the images.
      if (error instanceof DomainError) for (const url of Object.values(files)) await this.images.remove(owner, url);
      throw error;
    }
  }
}

/** Returns the item. @throws NotRegisteredByCaller when its photos are none of a Limited Sub-User's business */
export function checkPhotosOf({ actor, role }: Caller, item: ItemRow): ItemRow {
  const isOwn = actor.type === 'user' && item.registered_by === actor.userID;
  if (role === 'limited_subuser' && !isOwn) throw new NotRegisteredByCaller();
  return item;
}

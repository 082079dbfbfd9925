import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type CleanImage, Images } from '#platform/images';
import { type Caller, DomainError, type ExpectedVersions } from '#platform/kernel';
import { NotRegisteredByCaller } from '../domain/item.errors.js';
import { ItemQueries, type ItemRow } from '../read-model/item.queries.js';
import { UpdateItem } from './item.commands.js';

/** Stores an image and makes it the item's `imageUrl` (api-v2.md, Items; decisions.md, sections 5 and 9). */
export class UploadItemImage extends Command<ItemRow> {
  constructor(
    readonly caller: Caller,
    readonly itemID: number,
    /** Reads the image once it is known that the caller may upload one. */
    readonly read: () => Promise<CleanImage>,
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

@CommandHandler(UploadItemImage)
export class UploadItemImageHandler implements ICommandHandler<UploadItemImage> {
  constructor(
    private readonly commands: CommandBus,
    private readonly items: ItemQueries,
    private readonly images: Images,
  ) {}

  async execute({ caller, itemID, read, expectedVersions }: UploadItemImage): Promise<ItemRow> {
    const item = await this.items.one(caller, itemID);
    if (caller.role === 'limited_subuser' && !isRegisteredBy(caller, item)) throw new NotRegisteredByCaller();
    const image = await read();
    const owner = { groupID: caller.group.id, record: itemID };
    const imageUrl = await this.images.keep(owner, image);
    try {
      return await this.commands.execute(new UpdateItem(caller, itemID, { imageUrl }, expectedVersions));
    } catch (error) {
      // Only a refusal is certain to have changed nothing; after a lost connection the record may refer to the image.
      if (error instanceof DomainError) await this.images.remove(owner, imageUrl);
      throw error;
    }
  }
}

function isRegisteredBy({ actor }: Caller, item: ItemRow): boolean {
  return actor.type === 'user' && item.registered_by === actor.userID;
}

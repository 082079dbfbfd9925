import { Injectable } from '@nestjs/common';
import { ItemQueries, type ItemRow } from '#contexts/items';
import { GuestLinks } from '#contexts/links';
import type { RequestRow } from '#contexts/requests';
import { type Caller, NotFound } from '#platform/kernel';

/** Links between guest pages: the path only, so that a visitor stays on the host that was opened. */
@Injectable()
export class LinkPaths {
  constructor(
    private readonly links: GuestLinks,
    private readonly items: ItemQueries,
  ) {}

  item({ group_id, id, storage_expires_at, owner }: ItemRow): string {
    return pathOf(
      this.links.linkFor(group_id, 'item', id, new Date(storage_expires_at), owner.contactEmail ?? owner.phoneNumber),
    );
  }

  request(row: RequestRow): string {
    return pathOf(this.addressOf(row));
  }

  /** The full URL, for the guest to keep. */
  addressOf({ group_id, id, expires_at, owner }: RequestRow): string {
    return this.links.linkFor(group_id, 'request', id, new Date(expires_at), owner.email ?? owner.phoneNumber);
  }

  /** null if the item has been deleted. */
  async toItem(caller: Caller, itemID: number): Promise<string | null> {
    try {
      return this.item(await this.items.one(caller, itemID));
    } catch (error) {
      if (error instanceof NotFound) return null;
      throw error;
    }
  }
}

function pathOf(link: string): string {
  return link.slice(link.lastIndexOf('/g/'));
}

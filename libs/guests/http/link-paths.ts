import { Injectable } from '@nestjs/common';
import { GuestLinks } from '#guest-links';
import { ItemQueries, type ItemRow } from '#items';
import { type Caller, NotFound } from '#kernel';
import type { RequestRow } from '#requests';

/** Links from page to page: the path alone, so that a visitor stays at the address that was opened. */
@Injectable()
export class LinkPaths {
  constructor(
    private readonly links: GuestLinks,
    private readonly items: ItemQueries,
  ) {}

  item({ group_id, id, storage_expires_at }: ItemRow): string {
    return this.path(group_id, 'item', id, storage_expires_at);
  }

  request({ group_id, id, expires_at }: RequestRow): string {
    return this.path(group_id, 'request', id, expires_at);
  }

  /** The whole address, to be kept: below the service's public one. */
  addressOf({ group_id, id, expires_at }: RequestRow): string {
    return this.link(group_id, 'request', id, expires_at);
  }

  /** Null when the item is deleted meanwhile. */
  async toItem(caller: Caller, itemID: number): Promise<string | null> {
    try {
      return this.item(await this.items.one(caller, itemID));
    } catch (error) {
      if (error instanceof NotFound) return null;
      throw error;
    }
  }

  private path(groupID: number, kind: 'item' | 'request', id: number, end: string): string {
    const link = this.link(groupID, kind, id, end);
    return link.slice(link.lastIndexOf('/g/'));
  }

  private link(groupID: number, kind: 'item' | 'request', id: number, end: string): string {
    return this.links.linkFor(groupID, kind, id, new Date(end));
  }
}

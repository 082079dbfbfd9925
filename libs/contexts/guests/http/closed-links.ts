import { Injectable } from '@nestjs/common';
import type { ItemReferences } from '#contexts/items';
import type { GuestLink } from '#contexts/links';
import type { RequestReferences } from '#contexts/requests';
import { Database, tables } from '#platform/database';
import { type Caller, NotFound } from '#platform/kernel';
import { LinkClosed } from './link-closed.js';
import { PageFrames } from './page-frames.js';

const db = tables<typeof ItemReferences | typeof RequestReferences>();

/** Tells whom a guest can ask when the link has expired, or its record is gone or another's. */
@Injectable()
export class ClosedLinks {
  constructor(
    private readonly database: Database,
    private readonly frames: PageFrames,
  ) {}

  async of(caller: Caller, link: GuestLink): Promise<LinkClosed> {
    const status = link.hasExpired ? 404 : 410;
    const record = await this.database.queryOne(
      db
        .selectFrom(link.kind === 'request' ? 'request_references' : 'item_references')
        .select('location_id')
        .where('group_id', '=', link.groupID)
        .where('id', '=', link.id),
    );
    if (!record) return new LinkClosed(status, null);
    try {
      return new LinkClosed(status, await this.frames.location(caller, record.location_id));
    } catch (error) {
      if (error instanceof NotFound) return new LinkClosed(status, null);
      throw error;
    }
  }
}

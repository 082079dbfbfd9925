import { Global, Injectable, Module } from '@nestjs/common';
import { ITEM_MATCHES, type ItemMatches } from '#contexts/items';
import { Database, tables } from '#platform/database';
import { type Cause, EventStore } from '#platform/event-store';
import { Clock } from '#platform/kernel';
import type { RequestEntity } from '../read-model/request.entity.js';
import { requestStream } from '../request.stream.js';

const db = tables<typeof RequestEntity>();

/** Looks into Requests again when their item turned out to be somebody else's, or is there no more (decisions.md, section 12). */
@Injectable()
export class ReopenRequests implements ItemMatches {
  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  async lost(groupID: number, itemID: number, isOthers: boolean, cause: Cause): Promise<void> {
    const matched = db.selectFrom('requests').select('id').where('group_id', '=', groupID).where('matched_item_id', '=', itemID);
    for (const { id } of await this.database.query(matched.orderBy('id'))) {
      const of = requestStream.of(groupID, id);
      await this.store.execute(of, { type: 'LoseMatch', itemID, isOthers }, { cause, at: this.clock.now() });
    }
  }
}

/** Reopens Requests when they lose their item; global, because items know nothing of Requests. */
@Global()
@Module({
  providers: [{ provide: ITEM_MATCHES, useClass: ReopenRequests }],
  exports: [ITEM_MATCHES],
})
export class ItemMatchesModule {}

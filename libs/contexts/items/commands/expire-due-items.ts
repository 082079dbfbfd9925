import { Injectable } from '@nestjs/common';
import { Database, literals, tables } from '#platform/database';
import { EventStore } from '#platform/event-store';
import { Clock } from '#platform/kernel';
import { itemDecider } from '../domain/item.decider.js';
import { EXPIRING } from '../domain/item.life-cycle.js';
import type { ItemEntity } from '../read-model/item.entity.js';

const db = tables<typeof ItemEntity>();

/** Expires the items whose storage has ended (decisions.md, section 6). */
@Injectable()
export class ExpireDueItems {
  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Expires a batch, those first that are due longest. Any number of workers may do it at once: the decider looks at the
   * item as it is then.
   * @returns how many expired; fewer than `limit` when nothing more is due
   */
  async batch(limit: number): Promise<number> {
    const at = this.clock.now();
    const due = await this.database.query(
      db
        .selectFrom('items')
        .select(['group_id', 'id'])
        .where('status', 'in', literals(EXPIRING))
        .where('storage_expires_at', '<=', at.toISOString())
        .orderBy('storage_expires_at')
        .limit(limit),
    );
    const streams = due.map(({ group_id, id }) => ({ groupID: group_id, type: 'item', id }));
    return this.store.executeEach(streams, itemDecider, { type: 'ExpireItem', at: at.toISOString() }, at);
  }
}

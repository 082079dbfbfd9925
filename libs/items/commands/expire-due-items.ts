import { Injectable, Logger } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, tables } from '#database';
import { EventStore, type StreamID } from '#event-store';
import { Clock } from '#kernel';
import { itemDecider } from '../domain/item.decider.js';
import type { ItemStatus } from '../domain/item.events.js';
import { EXPIRING } from '../domain/item.life-cycle.js';
import type { ItemEntity } from '../read-model/item.entity.js';

const db = tables<typeof ItemEntity>();

/** Written into the statement: only so does PostgreSQL see that the index of expiring items fits. */
const EXPIRING_LITERALS = sql<ItemStatus>`(${sql.join(EXPIRING.map((status) => sql.lit(status)))})`;

/** Expires the items whose storage has ended (decisions.md, section 6). */
@Injectable()
export class ExpireDueItems {
  private readonly log = new Logger('Expiry');

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
    const due = await this.database.rows(
      db
        .selectFrom('items')
        .select(['group_id', 'id'])
        .where('status', 'in', EXPIRING_LITERALS)
        .where('storage_expires_at', '<=', at.toISOString())
        .orderBy('storage_expires_at')
        .limit(limit),
    );
    let expired = 0;
    for (const { group_id, id } of due) {
      // One item that cannot be read must not keep the others.
      expired += await this.expire({ groupID: group_id, type: 'item', id }, at).catch((problem) => {
        this.log.error(problem);
        return 0;
      });
    }
    return expired;
  }

  private async expire(stream: StreamID, at: Date): Promise<number> {
    const command = { type: 'ExpireItem', at: at.toISOString() } as const;
    const cause = { actor: { type: 'system' }, requestID: null } as const;
    const { events } = await this.store.execute(stream, itemDecider, command, { cause, at });
    return events.length;
  }
}

import { Injectable } from '@nestjs/common';
import { Database, literals, tables } from '#platform/database';
import { EventStore } from '#platform/event-store';
import { Clock } from '#platform/kernel';
import { requestDecider } from '../domain/request.decider.js';
import { EXPIRING } from '../domain/request.transitions.js';
import type { RequestEntity } from '../read-model/request.entity.js';

const db = tables<typeof RequestEntity>();

/** Expires the Requests whose days are over (decisions.md, section 6). */
@Injectable()
export class ExpireDueRequests {
  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Expires a batch, those first that are due longest. Any number of workers may do it at once: the decider looks at the
   * Request as it is then.
   * @returns how many expired; fewer than `limit` when nothing more is due
   */
  async batch(limit: number): Promise<number> {
    const at = this.clock.now();
    const due = await this.database.query(
      db
        .selectFrom('requests')
        .select(['group_id', 'id'])
        .where('status', 'in', literals(EXPIRING))
        .where('expires_at', '<=', at.toISOString())
        .orderBy('expires_at')
        .limit(limit),
    );
    const streams = due.map(({ group_id, id }) => ({ groupID: group_id, type: 'request', id }));
    return this.store.executeEach(streams, requestDecider, { type: 'ExpireRequest', at: at.toISOString() }, at);
  }
}

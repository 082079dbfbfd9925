import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, literals, tables } from '#platform/database';
import { BY_ITSELF, EventLog, EventStore } from '#platform/event-store';
import { Clock } from '#platform/kernel';
import { itemDecider } from '../domain/item.decider.js';
import { ENDED } from '../domain/item.life-cycle.js';
import { ItemImages } from '../images/item-images.js';
import type { ItemEntity } from '../read-model/item.entity.js';
import { RECORD } from '../read-model/item.projection.js';
import type { ItemRow } from '../read-model/item.queries.js';

const db = tables<typeof ItemEntity>();

/** Erases the personal data of items (docs/adr/0015-erasure-of-personal-data.md). */
@Injectable()
export class EraseItems {
  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
    private readonly images: ItemImages,
    private readonly clock: Clock,
  ) {}

  /** The items of a Group that ended by then and still hold personal data, oldest first. */
  async endedBy(groupID: number, end: Date, limit: number): Promise<number[]> {
    const ended = db
      .selectFrom('items')
      .select('id')
      .where('group_id', '=', groupID)
      .where(sql<boolean>`not erased`)
      .where('status', 'in', literals(ENDED))
      .where('updated_at', '<=', end.toISOString())
      .orderBy('updated_at')
      .limit(limit);
    return (await this.database.query(ended)).map(({ id }) => id);
  }

  /** The items of a Group whose owner has the email address, whatever its case; deleted ones too. */
  async ofPerson(groupID: number, email: string): Promise<ItemRow[]> {
    const address = sql<string>`lower(owner ->> 'contactEmail')`;
    const found = db.selectFrom('items').select(RECORD).where('group_id', '=', groupID);
    return this.database.query(found.where(address, '=', email.toLowerCase()).orderBy('id'));
  }

  /**
   * Removes its image, then destroys the key of its history and empties what else is known of it, in one transaction: whatever fails,
   * it is still found as one to be erased.
   * @returns whether there was anything to erase
   * @throws StorageUnavailable
   */
  async erase(groupID: number, id: number): Promise<boolean> {
    const shown = db.selectFrom('items').select('image_url').where('group_id', '=', groupID).where('id', '=', id);
    const image = (await this.database.queryOne(shown))?.image_url ?? null;
    await this.images.remove({ groupID, itemID: id }, image);
    const stream = { groupID, type: 'item', id };
    const execution = { cause: BY_ITSELF, at: this.clock.now(), beside: [EventLog.destroyKey(stream)] };
    const { events, state } = await this.store.execute(stream, itemDecider, { type: 'EraseItem' }, execution);
    // One that was uploaded in this very moment.
    const last = state.status === 'absent' ? null : state.details.imageUrl;
    if (last !== image) await this.images.remove({ groupID, itemID: id }, last);
    return events.length > 0;
  }
}

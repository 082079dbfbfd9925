import { Inject, Injectable, Logger, Module } from '@nestjs/common';
import { sql } from 'kysely';
import { ITEM_MATCHES, type ItemMatches } from '#contexts/items';
import { Database, isDatabaseUnavailable, type Statement, statement } from '#platform/database';
import { BY_ITSELF } from '#platform/event-store';
import { Clock } from '#platform/kernel';
import { Sweeps } from '#platform/queue';

/** How often the worker goes through the Requests that have an item, in milliseconds. */
const HOUR = 60 * 60 * 1000;

interface Matched {
  group_id: number;
  id: number;
  matched_item_id: number;
  is_lost: boolean;
}

const BEGINNING: Pick<Matched, 'group_id' | 'id'> = { group_id: 0, id: 0 };

/**
 * Opens Requests when their item is there no more, which earlier releases did not when it was deleted or erased (decisions.md, section 12).
 * They are known by no index: a page of all that have an item is looked through at a time, and all of them once after each start, as only
 * earlier releases left any. One that is over when its item was erased stays: opened, it would end at once, and its guest's data would be
 * kept as long again.
 */
@Injectable()
export class LostMatches {
  private readonly log = new Logger(LostMatches.name);
  /** Null once all were looked at, and none has to be tried again. */
  private last: typeof BEGINNING | null = BEGINNING;
  private hasFailed = false;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(ITEM_MATCHES) private readonly matches: ItemMatches,
  ) {}

  /** @returns how many were looked at; fewer than `limit` at the end */
  async batch(limit: number): Promise<number> {
    if (this.last === null) return 0;
    const page = await this.database.query(matchedAfter(this.last, limit, this.clock.now()));
    for (const { group_id: groupID, id, matched_item_id: itemID, is_lost: isLost } of page) {
      if (!isLost) continue;
      await this.matches.lost(groupID, itemID, false, BY_ITSELF).catch((problem: unknown) => {
        if (isDatabaseUnavailable(problem)) throw problem;
        this.hasFailed = true;
        this.log.error(new Error(`The Request ${groupID}/${id} was not opened; it is tried again later.`, { cause: problem }));
      });
    }
    if (page.length === limit) this.last = page.at(-1)!;
    else [this.last, this.hasFailed] = [this.hasFailed ? BEGINNING : null, false];
    return page.length;
  }
}

function matchedAfter({ group_id: groupID, id }: typeof BEGINNING, limit: number, now: Date): Statement<Matched> {
  return statement(sql<Matched>`
    select m.group_id, m.id, m.matched_item_id, exists (
      select from item_contacts i
      where i.group_id = m.group_id and i.id = m.matched_item_id
        and (i.status = 'deleted' or i.status = 'anonymized' and m.expires_at > ${now.toISOString()}::timestamptz)) as is_lost
    from (
      select group_id, id, matched_item_id, expires_at from requests
      where (group_id, id) > (${groupID}::int, ${id}::int) and status = 'resolved' and matched_item_id is not null
      order by group_id, id limit ${limit}::int
    ) m
    order by m.group_id, m.id`);
}

/** For the worker process only. */
@Module({ providers: [LostMatches] })
export class LostMatchesModule {
  constructor(sweeps: Sweeps, lost: LostMatches) {
    sweeps.every('lost-matches', HOUR, (limit) => lost.batch(limit));
  }
}

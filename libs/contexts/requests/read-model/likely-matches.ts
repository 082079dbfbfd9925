import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { sql } from 'kysely';
import { AT_LOCATION, type ItemDescriptions } from '#contexts/items';
import { Database, isDatabaseUnavailable, literals, looseScan, type Statement, statement, tables } from '#platform/database';
import { Clock } from '#platform/kernel';
import { MIN_LIKELY_SCORE } from '../domain/matching.weights.js';
import { OPEN } from '../domain/request.transitions.js';
import { CandidateQueries } from './candidate.queries.js';
import { FOUND, LOST } from './candidate.shortlist.js';
import type { RequestEntity } from './request.entity.js';

const db = tables<typeof RequestEntity | typeof ItemDescriptions>();

/** A record that is to be compared, at its version. */
interface Due {
  group_id: number;
  record: 'item' | 'request';
  id: number;
  version: number;
}

/** How many records of a Group are compared before the next Group's turn. */
const OF_A_GROUP = 20;

/** A reader of the list leaves more records than this to the worker, and does not wait longer than this many milliseconds. */
const [MOST_AT_READING, PATIENCE] = [3, 500];

/** The newest of every Group that are due, Requests first. */
const DUE = statement<Due>(sql`
  with recursive ${looseScan('one', sql`comparisons_due`, ['group_id'])}
  select due.* from one, lateral (
    select d.group_id, d.record, d.id, d.version from comparisons_due d
    where d.group_id = one.group_id order by d.record desc, d.id desc limit ${OF_A_GROUP}::int
  ) due`);

/** Keeps the pairs of open Requests and items that are very probably of one thing (docs/adr/0050-photos-of-guests-and-matching.md). */
@Injectable()
export class LikelyMatches {
  private readonly log = new Logger(LikelyMatches.name);

  constructor(
    private readonly database: Database,
    private readonly candidates: CandidateQueries,
    private readonly clock: Clock,
  ) {}

  /** Compares some of what changed in every Group. @returns how many records */
  async compare(): Promise<number> {
    return this.compareAll(await this.database.query(DUE));
  }

  /** Compares what changed in a Group just now, for who reads it at once; where that is much or takes long, the worker does. */
  async compareLatest(groupID: number): Promise<void> {
    const [due] = await this.database.lookUp<[Due]>(groupID, latest(groupID));
    if (due.length === 0 || due.length > MOST_AT_READING) return;
    const compared = this.database.inTurn('candidates', groupID, () => this.compareAll(due));
    // Where it fails, it is still due.
    await Promise.race([compared.catch(() => undefined), pause(PATIENCE, undefined, { ref: false })]);
  }

  private async compareAll(records: readonly Due[]): Promise<number> {
    for (const due of records) {
      try {
        await this.database.query(paired(due, await this.likely(due), this.clock.now()));
      } catch (problem) {
        if (isDatabaseUnavailable(problem)) throw problem;
        const about = `The ${due.record} ${due.group_id}/${due.id} could not be compared; it is when it changes.`;
        this.log.error(new Error(about, { cause: problem }));
        await this.database.query(paired(due, [], this.clock.now()));
      }
    }
    return records.length;
  }

  /** The IDs of the records of the other kind; none where it is not open any more. */
  private async likely({ group_id, record, id }: Due): Promise<number[]> {
    const sight = { group: { id: group_id }, scope: { all: true } } as const;
    const likely = (found: { id: number; score: number }[]) =>
      found.filter(({ score }) => score >= MIN_LIKELY_SCORE).map((one) => one.id);
    if (record === 'request') {
      const request = await this.database.queryOne(
        db
          .selectFrom('requests')
          .select(LOST)
          .where('group_id', '=', group_id)
          .where('id', '=', id)
          .where('status', 'in', literals(OPEN)),
      );
      return request ? likely(await this.candidates.rankedItems(sight, request)) : [];
    }
    const item = await this.database.queryOne(
      db
        .selectFrom('item_descriptions')
        .select(FOUND)
        .where('group_id', '=', group_id)
        .where('id', '=', id)
        .where('status', 'in', literals(AT_LOCATION)),
    );
    return item ? likely(await this.candidates.rankedRequests(sight, item)) : [];
  }
}

function latest(groupID: number): Statement<Due> {
  return statement(sql<Due>`
    select group_id, record, id, version from comparisons_due where group_id = ${groupID}::int limit ${MOST_AT_READING + 1}::int`);
}

/** Replaces the pairs of a record, unless it changed since or another process did so. A record that closed meanwhile is paired no more. */
function paired({ group_id, record, id, version }: Due, others: readonly number[], now: Date): Statement {
  const [own, other] = record === 'request' ? [sql`request_id`, sql`item_id`] : [sql`item_id`, sql`request_id`];
  const [ownID, otherID] = record === 'request' ? [sql`r.id`, sql`i.id`] : [sql`i.id`, sql`r.id`];
  return statement(sql`
    with done as (
      delete from comparisons_due
      where group_id = ${group_id}::int and record = ${record}::text and id = ${id}::int and version = ${version}::int returning id
    ), gone as (
      delete from likely_matches
      where group_id = ${group_id}::int and ${own} in (select id from done) and ${other} <> all(${others}::int[])
    )
    insert into likely_matches (group_id, request_id, item_id, location_id, item_location_id, found_at)
    select r.group_id, r.id, i.id, r.location_id, i.location_id, ${now.toISOString()}::timestamptz
    from requests r join item_references i on i.group_id = r.group_id
    where r.group_id = ${group_id}::int and ${ownID} in (select id from done) and ${otherID} = any(${others}::int[])
      and r.status in ${literals(OPEN)} and i.status in ${literals(AT_LOCATION)} and i.id <> all(r.rejected_item_ids)
    on conflict do nothing`);
}

import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type pg from 'pg';
import { Database, statement } from '#platform/database';
import type { Difference, Found, RecordKey } from './comparison.js';
import { EventLog } from './event-log.js';
import { Inspection } from './inspection.js';
import { Repair } from './repair.js';
import { Streams } from './streams.js';

/** How far a rebuild or a verification is. */
export interface RebuildProgress {
  projection: string;
  /** Events that are done, of `total`. */
  events: number;
  total: number;
}

/** How a rebuild or a verification is carried out. */
export interface RebuildOptions {
  report?: (progress: RebuildProgress) => void;
  /** Stops it after what is under way. */
  signal?: AbortSignal;
  /** The share of the time that it works; it pauses for the rest of it. All of it by default. */
  share?: number;
}

/** The result of a rebuild. */
export interface Rebuilt {
  projection: string;
  /** Events that were replayed. */
  events: number;
  /** Rows that were not what their events say, and were replaced. */
  replaced: number;
  /** Records with events that can't be read: their rows, if there are any, are left as they are. */
  unreadable?: Difference[];
  /** Whether it came to its end; if not, the next rebuild continues. */
  finished: boolean;
}

/** A table, compared with what its events say. */
export interface Verified {
  table: string;
  records: number;
  /** The same when no record differs. */
  hash: { live: string; rebuilt: string };
  /** How many records differ. */
  differing: number;
  /** The first of them. */
  differences: Difference[];
}

/** Maximum number of differing records to name. */
const NAMED = 100;

/** A rebuild that was interrupted longer ago begins again. */
const CONTINUED = `interval '1 day'`;

/** How far a rebuild is: the last record that is done. */
interface Place extends RecordKey {
  events: number;
  replaced: number;
}

const BEGINNING: Place = { group_id: 0, id: 0, events: 0, replaced: 0 };

/** Replays events through the functions that handle new ones, beside the running service (docs/adr/0024-rebuilds.md). */
@Injectable()
export class Rebuilder {
  constructor(
    private readonly database: Database,
    private readonly log: EventLog,
    private readonly streams: Streams,
  ) {}

  /** The projections that can be rebuilt; outgoing work cannot. */
  names(): string[] {
    return this.streams.subscriptions.filter(({ rebuilds }) => rebuilds.length > 0).map(({ name }) => name);
  }

  /**
   * Replays a projection's events and replaces the rows that are not what they say. Commands and reads continue; one that was interrupted
   * continues.
   * @throws RangeError when there is no such projection
   */
  async rebuild(name: string, options: RebuildOptions = {}): Promise<Rebuilt> {
    return this.inspecting(name, async (inspection, client) => {
      const repair = new Repair(client, inspection);
      const unreadable: Difference[] = [];
      let [place, finished] = [await placeOf(client, name), false];
      for await (const part of this.parts(inspection, place, options)) {
        if (!(await repair.repair(part.range, part.found, options.signal))) break;
        unreadable.push(...part.unreadable);
        place = { ...part.range.to, events: place.events + part.events, replaced: place.replaced + part.found.length };
        if (!part.isLast) await keepPlace(client, name, place);
        finished = part.isLast;
      }
      await repair.end();
      if (finished) await client.query('delete from rebuilds where projection = $1', [name]);
      const { events, replaced } = place;
      return { projection: name, events, replaced, ...(unreadable.length > 0 && { unreadable }), finished };
    });
  }

  /**
   * Compares a projection's tables with what its events say, while commands run: each part as of one moment.
   * @returns null when it was stopped before its end
   * @throws RangeError when there is no such projection
   */
  async verify(name: string, options: RebuildOptions = {}): Promise<Verified[] | null> {
    return this.inspecting(name, async (inspection) => {
      const [live, rebuilt] = [createHash('sha256'), createHash('sha256')];
      const verified = { table: inspection.table, records: 0, differing: 0, differences: [] as Difference[] };
      let finished = false;
      for await (const part of this.parts(inspection, BEGINNING, options)) {
        const differing = [...part.unreadable, ...part.found.map(named)];
        live.update(part.live);
        rebuilt.update(part.rebuilt);
        verified.records += part.records;
        verified.differing += differing.length;
        verified.differences.push(...differing.slice(0, NAMED - verified.differences.length));
        finished = part.isLast;
      }
      return finished ? [{ ...verified, hash: { live: live.digest('hex'), rebuilt: rebuilt.digest('hex') } }] : null;
    });
  }

  private inspecting<T>(name: string, work: (inspection: Inspection, client: pg.PoolClient) => Promise<T>): Promise<T> {
    const projection = this.streams.subscriptions.find((one) => one.name === name);
    const table = projection?.rebuilds.at(0);
    if (!projection || !table) throw new RangeError(`There is no projection ${name}. Available: ${this.names().join(', ')}.`);
    return this.database.withConnection((client) => work(new Inspection(client, this.log, projection, table), client));
  }

  /** The parts of a table, compared one by one, with pauses; they end early when it is stopped. */
  private async *parts(inspection: Inspection, place: Place, { report, signal, share = 1 }: RebuildOptions) {
    const { name, stream } = inspection.projection;
    const [{ total }] = (await this.database.query(
      statement(sql<{ total: number }>`select count(*)::int as total from events where stream_type = ${stream.type}`),
    )) as [{ total: number }];
    let { events } = place;
    for (let [behind, isLast] = [place as RecordKey, false]; !isLast && !signal?.aborted; ) {
      const began = performance.now();
      const next = await inspection.next(behind);
      const compared = await inspection.compared(next.range);
      yield { ...next, ...compared };
      events += compared.events;
      report?.({ projection: name, events, total: Math.max(total, events) });
      [behind, isLast] = [next.range.to, next.isLast];
      const rest = isLast ? 0 : (performance.now() - began) * (1 / share - 1);
      await pause(rest, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** The line printed for a record; its row may hold personal data. */
function named({ table, group_id, id, kind, columns }: Found): Difference {
  return { table, group_id, id, kind, columns };
}

/** Where a rebuild that was interrupted is to continue. */
async function placeOf(client: pg.PoolClient, projection: string): Promise<Place> {
  const { rows } = await client.query<Place>(
    `select group_id, stream_id as id, events, replaced from rebuilds where projection = $1 and noted_at > now() - ${CONTINUED}`,
    [projection],
  );
  return rows[0] ?? BEGINNING;
}

async function keepPlace(client: pg.PoolClient, projection: string, { group_id, id, events, replaced }: Place): Promise<void> {
  await client.query(
    `insert into rebuilds values ($1, now(), $2, $3, $4, $5)
     on conflict (projection) do update set noted_at = now(), group_id = excluded.group_id, stream_id = excluded.stream_id,
       events = excluded.events, replaced = excluded.replaced`,
    [projection, group_id, id, events, replaced],
  );
}

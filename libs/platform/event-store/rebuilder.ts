import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type pg from 'pg';
import { Database, statement } from '#platform/database';
import { type Compared, type Difference, Fingerprint, type Found } from './comparison.js';
import { EventLog } from './event-log.js';
import { Inspection } from './inspection.js';
import { Repair } from './repair.js';
import type { Batch, RecordKey } from './replay.js';
import { Streams } from './streams.js';
import type { Subscription } from './subscription.js';

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
  /** Records whose events can't be read, and whose rows are left as they are, if there are any. */
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
    const projection = this.named(name);
    return this.database.withConnection(async (client) => {
      const begun = await placeOf(client, name);
      const inspection = new Inspection(client, this.log, projection);
      const repair = new Repair(client, inspection);
      let { events, replaced } = begun;
      const unreadable: Difference[] = [];
      const finished = await this.walk(client, inspection, begun, options, async (batch, compared) => {
        const all = Map.groupBy(
          compared.flatMap((table) => table.found),
          ({ kind }) => kind === 'unreadable',
        );
        const found = all.get(false) ?? [];
        if (!(await repair.repair(found, options.signal))) return false;
        events += batch.events;
        replaced += found.length;
        unreadable.push(...(all.get(true) ?? []).map(named));
        if (batch.last) await keepPlace(client, name, batch.last, events, replaced);
        return true;
      });
      await repair.end();
      if (finished) await client.query('delete from rebuilds where projection = $1', [name]);
      return { projection: name, events, replaced, ...(unreadable.length > 0 && { unreadable }), finished };
    });
  }

  /**
   * Compares a projection's tables with what its events say, while commands run: each part as of one moment.
   * @returns null when it was stopped before its end
   * @throws RangeError when there is no such projection
   */
  async verify(name: string, options: RebuildOptions = {}): Promise<Verified[] | null> {
    const projection = this.named(name);
    const tables = projection.rebuilds.map((table) => ({
      table,
      records: 0,
      differing: 0,
      differences: [] as Difference[],
      hash: { live: new Fingerprint(), rebuilt: new Fingerprint() },
    }));
    const finished = await this.database.withConnection((client) =>
      this.walk(
        client,
        new Inspection(client, this.log, projection),
        { after: null, events: 0 },
        options,
        async (_batch, compared) => {
          for (const [at, { records, hash, found }] of compared.entries()) {
            const table = tables[at]!;
            table.records += records;
            table.hash.live.add(hash.live);
            table.hash.rebuilt.add(hash.rebuilt);
            table.differing += found.length;
            table.differences.push(...found.slice(0, NAMED - table.differences.length).map(named));
          }
          return true;
        },
      ),
    );
    const said = ({ hash: { live, rebuilt }, ...table }: (typeof tables)[number]) => ({
      ...table,
      hash: { live: String(live), rebuilt: String(rebuilt) },
    });
    return finished ? tables.map(said) : null;
  }

  /** The rebuilds that were begun and have not ended. */
  unfinished(): Promise<{ projection: string; events: number; idle_seconds: number }[]> {
    return this.database.query(
      statement(sql<{ projection: string; events: number; idle_seconds: number }>`
        select projection, events, extract(epoch from now() - noted_at)::float8 as idle_seconds from rebuilds`),
    );
  }

  private named(name: string): Subscription {
    const projection = this.streams.subscriptions.find((candidate) => candidate.name === name && candidate.rebuilds.length > 0);
    if (!projection) throw new RangeError(`There is no projection ${name}. Available: ${this.names().join(', ')}.`);
    return projection;
  }

  /** Compares the projection's tables part by part, while `each` says to continue. @returns whether it came to the end */
  private async walk(
    client: pg.PoolClient,
    inspection: Inspection,
    { after, events: before }: { after: RecordKey | null; events: number },
    { report, signal, share = 1 }: RebuildOptions,
    each: (batch: Batch, compared: Compared[]) => Promise<boolean>,
  ): Promise<boolean> {
    const { projection } = inspection;
    const total = await countOf(client, projection.stream.type);
    let [place, events] = [after, before];
    while (!signal?.aborted) {
      const began = performance.now();
      const { batch, compared } = await inspection.after(place);
      if (!(await each(batch, compared))) return false;
      events += batch.events;
      report?.({ projection: projection.name, events, total: Math.max(total, events) });
      if (batch.last === null) return true;
      place = batch.last;
      const rest = (performance.now() - began) * (1 / share - 1);
      await pause(rest, undefined, { signal }).catch(() => undefined);
    }
    return false;
  }
}

/** The line printed for a record; its row may hold personal data. */
function named({ table, group_id, id, kind, columns }: Found): Difference {
  return { table, group_id, id, kind, columns };
}

async function countOf(client: pg.PoolClient, type: string): Promise<number> {
  const { rows } = await client.query<{ total: number }>('select count(*)::int as total from events where stream_type = $1', [
    type,
  ]);
  return rows[0]!.total;
}

/** Where a rebuild that was interrupted is to continue. */
async function placeOf(client: pg.PoolClient, projection: string) {
  const { rows } = await client.query<{ group_id: number; stream_id: number; events: number; replaced: number }>(
    `select group_id, stream_id, events, replaced from rebuilds where projection = $1 and noted_at > now() - ${CONTINUED}`,
    [projection],
  );
  const [begun] = rows;
  return {
    after: begun ? { group_id: begun.group_id, id: begun.stream_id } : null,
    events: begun?.events ?? 0,
    replaced: begun?.replaced ?? 0,
  };
}

async function keepPlace(
  client: pg.PoolClient,
  projection: string,
  last: RecordKey,
  events: number,
  replaced: number,
): Promise<void> {
  await client.query(
    `insert into rebuilds values ($1, now(), $2, $3, $4, $5)
     on conflict (projection) do update set noted_at = now(), group_id = excluded.group_id, stream_id = excluded.stream_id,
       events = excluded.events, replaced = excluded.replaced`,
    [projection, last.group_id, last.id, events, replaced],
  );
}

import type pg from 'pg';
import { sequenceName } from '#platform/database';
import { NUMBERED } from '../contexts.js';
import { NUMBERS, quoted, type Sequence } from './tables.js';

/** Sets every sequence to where it was in the backup. */
export async function restoreNumbers(client: pg.ClientBase, sequences: readonly Sequence[]): Promise<void> {
  for (const { schema = 'public', name, start = '1', value } of sequences) {
    const sequence = `${quoted(schema)}.${quoted(name)}`;
    if (schema === NUMBERS) await client.query(`create sequence ${sequence} start ${BigInt(start)}`);
    if (value !== null) await client.query('select setval($1::regclass, $2::bigint)', [sequence, value]);
  }
  if (!sequences.some(({ schema }) => schema === NUMBERS)) await continueNumbers(client);
}

/**
 * Backups of earlier releases hold no sequences of Groups: their records are numbered behind the highest number that has been used. Events
 * stay when a record is deleted or erased, so no number is used again.
 */
async function continueNumbers(client: pg.ClientBase): Promise<void> {
  const { rows: ofGroups } = await client.query<{ group: number; kind: string; last: number | null }>(
    `select g.id as group, kind, case kind
         when 'language' then (select max(id) from languages l where l.group_id = g.id)
         else (select max(stream_id) from events e where e.group_id = g.id and e.stream_type = kind) end as last
     from groups g cross join unnest($1::text[]) as kind`,
    [NUMBERED],
  );
  for (const { group, kind, last } of ofGroups) await begin(client, sequenceName(group, kind), last);
  const { rows: ofLocations } = await client.query<{ name: string; last: number }>(
    `select format('${NUMBERS}.request_%s_%s', l.group_id, l.id) as name, max(r.request_number) as last
     from requests r join locations l using (group_id, location_id) group by 1`,
  );
  for (const { name, last } of ofLocations) await begin(client, name, last);
}

async function begin(client: pg.ClientBase, sequence: string, last: number | null): Promise<void> {
  await client.query(`create sequence ${sequence}`);
  if (last !== null) await client.query('select setval($1::regclass, $2)', [sequence, last]);
}

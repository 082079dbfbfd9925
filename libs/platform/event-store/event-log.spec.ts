import { expect, it, vi } from 'vitest';
import type { Database } from '#platform/database';
import { Keyring } from '#platform/secrets';
import type { Decider } from './decider.js';
import { EventLog } from './event-log.js';
import type { EventRow } from './event-pages.js';
import { PersonalData } from './personal-data.js';
import type { Projection } from './projection.js';
import { defineStream } from './stream.js';
import { Streams } from './streams.js';

type Noted = { type: 'Noted'; data: { note: string } };

const decider: Decider<null, never, Noted> = { initialState: null, evolve: () => null, decide: () => [] };
const projection: Projection<Noted> = { name: 'notes', rebuilds: ['notes'], when: { Noted: () => [] } };
const notes = defineStream('note', decider, { public: [], shape: '1', projection });

it('a subject’s key is opened once for all of its events that are read together', () => {
  const personal = new PersonalData(new Keyring(Buffer.alloc(32, 7)));
  const log = new EventLog(null as unknown as Database, personal, new Streams([notes], []));
  const rows = [1, 2].flatMap((id) => {
    const of = notes.of(1, id);
    const key = personal.newKey(of);
    return [1, 2, 3].map((version): EventRow => {
      const data = personal.seal(notes, { note: `${id}, ${version}` }, of, key);
      const at = '2026-11-22T20:00:00.000Z';
      const event = { version, type: 'Noted', data, actor: { type: 'system' } as const, request_id: null, at };
      return { group_id: 1, stream_type: 'note', stream_id: id, sealed_key: Buffer.from(key.sealed), ...event };
    });
  });
  const opened = vi.spyOn(personal, 'openKey');
  const read = log.recorded<Noted>(rows).map(({ data }) => data.note);
  expect(read).toEqual(['1, 1', '1, 2', '1, 3', '2, 1', '2, 2', '2, 3']);
  expect(opened).toHaveBeenCalledTimes(2);
});

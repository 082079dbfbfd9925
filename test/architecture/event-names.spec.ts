import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { streams } from '#service';

/** The files of a context in which an event of a kind of record is named, on average: a number only ever falls. */
const MOST: Record<string, number> = { item: 2.43, location: 2.5, region: 3, request: 2.2, user: 2.2 };

/** The production files of the context that has the stream. */
function filesOf(type: string): string[] {
  const [stream] = globSync(`libs/contexts/*/${type}.stream.ts`);
  const files = globSync(`${stream!.split('/').slice(0, 3).join('/')}/**/*.ts`);
  return files.filter((file) => !/\.spec\.ts$|\/spec\/|\/migrations\//.test(file)).map((file) => readFileSync(file, 'utf8'));
}

it.each(Object.keys(MOST))(
  'an event of a kind of record is named in few files: its declaration, and where it is decided: %s',
  (type) => {
    const files = filesOf(type);
    const kinds = Object.keys(streams().named(type).options.projection.when);
    const named = kinds.flatMap((kind) => files.filter((text) => new RegExp(`\\b${kind}\\b`).test(text)));
    expect(named.length / kinds.length).toBeGreaterThanOrEqual(1);
    expect(named.length / kinds.length).toBeLessThanOrEqual(MOST[type]!);
  },
);

it('which is held of each kind of record', () => {
  const kinds = streams().types.filter((type) => globSync(`libs/contexts/*/${type}.stream.ts`).length === 1);
  expect(Object.keys(MOST).sort()).toEqual(kinds.sort());
});

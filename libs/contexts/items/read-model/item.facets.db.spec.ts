import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATEGORY_IDS, COLOR_IDS } from '#contexts/reference';
import { connected, createDatabase, type TestDatabase } from '../../../../test/support/database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database?.drop());

describe('what listings filter by in one number', () => {
  it('has a bit of its own for the contact, each category and each color', async () => {
    const facets = ['contact', ...CATEGORY_IDS, ...COLOR_IDS];
    const { rows } = await connected(database.url, (client) =>
      client.query<{ bit: string; all: string }>(
        'select item_facets(array[facet]) as bit, item_facets($1::text[]) as all from unnest($1::text[]) facet',
        [facets],
      ),
    );
    const bits = rows.map(({ bit }) => BigInt(bit));
    expect(bits).toHaveLength(facets.length);
    for (const bit of bits) expect(bit > 0n && (bit & (bit - 1n)) === 0n).toBe(true);
    expect(new Set(bits).size).toBe(facets.length);
    expect(bits.reduce((all, bit) => all | bit, 0n)).toBe(BigInt(rows[0]!.all));
  });
});

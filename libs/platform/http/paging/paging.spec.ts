import { describe, expect, it } from 'vitest';
import { cutList, pageOf, readCursor, ValidationFailed, writeCursor } from '#platform/kernel';
import { OrderedQuery, PageQuery, readRequest, TextCursorQuery } from '../index.js';
import { linksOf } from './links.js';
import { listing } from './listing.js';

class UsersQuery extends PageQuery(500) {}
class ItemsQuery extends OrderedQuery(10) {}
class EventsQuery extends TextCursorQuery(50) {}

const record = (ID: number) => ({ ID });
const full = pageOf([record(3), record(2), record(1)], 2);
const last = pageOf([record(1)], 2);

describe('paging', () => {
  it('every listing has its own default limit', () => {
    expect(readRequest(UsersQuery, {})).toMatchObject({ limit: 500, page: 1 });
    expect(readRequest(ItemsQuery, { after: '7' })).toMatchObject({ limit: 10, page: 1, after: '7', sort: '-created' });
    expect(readRequest(EventsQuery, { after: 'msg_1' })).toMatchObject({ limit: 50, after: 'msg_1' });
  });

  it.each([{ limit: '0' }, { limit: '1001' }, { page: '0' }, { after: 'x' }, { after: '0' }])('%o is refused', (query) => {
    expect(() => readRequest(ItemsQuery, query)).toThrow(ValidationFailed);
  });

  it('an ID is no place in another order, nor is a place of one order in another', () => {
    const after = writeCursor('updated', { at: 1_700_000_000_000, id: 7 });
    expect(readRequest(ItemsQuery, { sort: 'updated', after })).toMatchObject({ sort: 'updated', after });
    for (const query of [{ sort: 'updated', after: '7' }, { sort: 'expires', after }, { after }, { sort: 'newest' }]) {
      expect(() => readRequest(ItemsQuery, query), JSON.stringify(query)).toThrow(ValidationFailed);
    }
  });

  it('a thousand records are made a hundred at a time, in their order, and others come between', async () => {
    const rows = Array.from({ length: 1_000 }, (_, n) => n);
    const made: number[] = [];
    const seen: number[] = [];
    const look = () => {
      seen.push(made.length);
      if (made.length < rows.length) setImmediate(look);
    };
    setImmediate(look);
    const page = { records: rows, hasMore: false, total: null };
    const { page: answered } = await listing({ page: 1, limit: 1_000 }, page, (row) => made.push(row) - 1);
    expect(answered.records).toEqual(rows);
    expect(seen.filter((count) => count < 1_000)).toEqual([100, 200, 300, 400, 500, 600, 700, 800, 900]);
  });

  it('a place that was not written by a listing is refused', () => {
    const written = (text: string) => Buffer.from(text).toString('base64url');
    expect(readCursor('expires', writeCursor('expires', { at: null, id: 3 }))).toEqual({ at: null, id: 3 });
    for (const text of [
      'updated 999999999999999 1',
      'updated -99999999999999 1',
      'updated 1 2147483648',
      'updated x 1',
      'updated - ',
      '',
    ]) {
      expect(readCursor('updated', written(text)), text).toBeNull();
    }
  });

  it('users can not be continued after a record', () => {
    expect(() => readRequest(UsersQuery, { after: '1' })).toThrow(ValidationFailed);
  });

  it('links keep the other parameters', () => {
    expect(linksOf('/api/v2/users?limit=2&page=2&q=a%20b', { page: 2 }, full)).toBe(
      '</api/v2/users?limit=2&q=a+b&page=1>; rel="first", </api/v2/users?limit=2&q=a+b&page=1>; rel="prev", ' +
        '</api/v2/users?limit=2&q=a+b&page=3>; rel="next"',
    );
  });

  it('the next page continues after the last record', () => {
    expect(linksOf('/api/v2/items?limit=2', { page: 1 }, full, ({ ID }) => ID)).toContain(
      '</api/v2/items?limit=2&after=2>; rel="next"',
    );
  });

  it('the last page has no next, a continued one no prev', () => {
    expect(linksOf('/api/v2/items?after=2', { page: 1, after: 2 }, last, ({ ID }) => ID)).toBe(
      '</api/v2/items?page=1>; rel="first"',
    );
  });

  it('a whole list is cut only when asked', () => {
    const list = [1, 2, 3];
    expect(cutList(list, { page: 1 })).toEqual({ records: list, hasMore: false, total: null });
    expect(cutList(list, { page: 2 })).toMatchObject({ records: [], hasMore: false });
    expect(cutList(list, { page: 1, limit: 2, count: true })).toEqual({ records: [1, 2], hasMore: true, total: 3 });
    expect(cutList(list, { page: 2, limit: 2 })).toMatchObject({ records: [3], hasMore: false });
    expect(cutList(list, { page: 2_147_483_647, limit: 1000 })).toMatchObject({ records: [] });
  });
});

import { describe, expect, it } from 'vitest';
import { cutList, pageOf, ValidationFailed } from '#platform/kernel';
import { CursorQuery, PageQuery, readRequest, TextCursorQuery } from '../index.js';
import { linksOf } from './links.js';

class UsersQuery extends PageQuery(500) {}
class ItemsQuery extends CursorQuery(10) {}
class EventsQuery extends TextCursorQuery(50) {}

const record = (ID: number) => ({ ID });
const full = pageOf([record(3), record(2), record(1)], 2);
const last = pageOf([record(1)], 2);

describe('paging', () => {
  it('every listing has its own default limit', () => {
    expect(readRequest(UsersQuery, {})).toMatchObject({ limit: 500, page: 1 });
    expect(readRequest(ItemsQuery, { after: '7' })).toMatchObject({ limit: 10, page: 1, after: 7 });
    expect(readRequest(EventsQuery, { after: 'msg_1' })).toMatchObject({ limit: 50, after: 'msg_1' });
  });

  it.each([{ limit: '0' }, { limit: '1001' }, { page: '0' }, { after: 'x' }, { after: '0' }])('%o is refused', (query) => {
    expect(() => readRequest(ItemsQuery, query)).toThrow(ValidationFailed);
  });

  it('users can not be continued after a record', () => {
    expect(() => readRequest(UsersQuery, { after: '1' })).toThrow(ValidationFailed);
  });

  it('links keep the other parameters', () => {
    expect(linksOf('/api/v2/users?limit=2&page=2&q=a%20b', { page: 2 }, full)).toBe(
      '</api/v2/users?limit=2&q=a+b&page=1>; rel="first", </api/v2/users?limit=2&q=a+b&page=1>; rel="prev", </api/v2/users?limit=2&q=a+b&page=3>; rel="next"',
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

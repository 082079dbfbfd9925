import { ORDERS, type Order, readCursor } from '#platform/kernel';
import { Choice } from '../fields/choice.js';
import { LARGEST_INTEGER } from '../fields/number.js';
import { QueryFlag, QueryInteger } from '../fields/query.js';
import { Rule } from '../fields/rule.js';
import { Text } from '../fields/text.js';

/** Largest `limit` (decisions.md, section 2). */
const MAX_LIMIT = 1000;
const LIMIT = `Records per page, 1 to ${MAX_LIMIT}.`;
const PAGE = 'Starts at 1; a page past the end is empty.';
const COUNT = '`true` adds `X-Total-Count`.';
const COUNT_ESTIMATED =
  '`true` adds `X-Total-Count`: exact up to 10,000, beyond that an estimate, which `X-Total-Count-Estimated: true` says.';

/** Query of a paged listing: `class UsersQuery extends PageQuery(500) {}` (api-v2.md, Limits). */
export function PageQuery(defaultLimit: number) {
  class Query {
    @QueryInteger({ min: 1, max: MAX_LIMIT, default: defaultLimit, description: LIMIT }) limit!: number;
    @QueryInteger({ min: 1, clamp: true, default: 1, description: PAGE }) page!: number;
    @QueryFlag({ beyond: true, description: COUNT, example: true }) count?: boolean;
  }
  return Query;
}

const SORT =
  '`-created`: newest first; `updated`: least recently changed first; `expires`: soonest to expire first, what does not expire last.';
const STORAGE = '`storage`: by the path of the storage place, what has none last.';
const AFTER_IN_ORDER =
  'Continues after the record with this ID, at constant cost. Beside another `sort` than `-created` an opaque text, ' +
  'taken from `Link: rel="next"`.';

/** The same with `sort`: `after` is an ID in the default order, else a cursor of that order (decisions.md, section 10, Order). */
export function OrderedQuery(defaultLimit: number, orders: readonly Order[] = ORDERS) {
  @Rule<Query>((query, check) => {
    const { after, sort = ORDERS[0] } = query;
    if (after === undefined || check.wrong('sort')) return;
    if (sort !== ORDERS[0]) {
      if (!readCursor(sort, after))
        check.refuse('after', 'invalid_format', `Must be the after of a next link in the order ${sort}.`);
    } else if (!/^-?\d+$/.test(after)) check.refuse('after', 'invalid_type', 'Must be a whole number.');
    else if (Number(after) < 1 || Number(after) > LARGEST_INTEGER)
      check.refuse('after', 'out_of_range', `Must be from 1 to ${LARGEST_INTEGER}.`);
  })
  class Query extends PageQuery(defaultLimit) {
    @Text({ min: 1, beyond: true, description: AFTER_IN_ORDER, example: '42' }) after?: string;
    @QueryFlag({ beyond: true, description: COUNT_ESTIMATED, example: true }) declare count?: boolean;
    @Choice(orders, { beyond: true, default: ORDERS[0], description: orders.includes('storage') ? `${SORT} ${STORAGE}` : SORT })
    sort!: Order;
  }
  return Query;
}

const AFTER = 'Continues after the record with this ID, at constant cost.';

/** The same for records with strings as identifiers (webhook events). */
export function TextCursorQuery(defaultLimit: number) {
  class Query extends PageQuery(defaultLimit) {
    @Text({ min: 1, beyond: true, description: AFTER }) after?: string;
  }
  return Query;
}

/** Query of a list that is returned whole unless `limit` or `page` is given (decisions.md, section 9). */
export class WholeListQuery {
  @QueryInteger({ min: 1, max: MAX_LIMIT, description: `${LIMIT} Without it the whole list is returned.` }) limit?: number;
  @QueryInteger({ min: 1, clamp: true, default: 1, description: PAGE }) page!: number;
  @QueryFlag({ beyond: true, description: COUNT, example: true }) count?: boolean;
}

import { QueryFlag, QueryInteger } from '../fields/query.js';
import { Text } from '../fields/text.js';

/** Largest `limit` (decisions.md, section 2). */
const MAX_LIMIT = 1000;
const LIMIT = `Records per page, 1 to ${MAX_LIMIT}.`;
const PAGE = 'Starts at 1; a page past the end is empty.';
const COUNT = '`true` adds `X-Total-Count`.';

/** Query of a paged listing: `class UsersQuery extends PageQuery(500) {}` (api-v2.md, Limits). */
export function PageQuery(defaultLimit: number) {
  class Query {
    @QueryInteger({ min: 1, max: MAX_LIMIT, default: defaultLimit, description: LIMIT }) limit!: number;
    @QueryInteger({ min: 1, clamp: true, default: 1, description: PAGE }) page!: number;
    @QueryFlag({ beyond: true, description: COUNT, example: true }) count?: boolean;
  }
  return Query;
}

const AFTER = 'Continues after the record with this ID, at constant cost.';

/** The same with `after=<ID>` (decisions.md, section 3), for records with numeric identifiers. */
export function CursorQuery(defaultLimit: number) {
  class Query extends PageQuery(defaultLimit) {
    @QueryInteger({ min: 1, beyond: true, description: AFTER, example: 42 }) after?: number;
  }
  return Query;
}

/** The same for records whose identifiers are strings (webhook events). */
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

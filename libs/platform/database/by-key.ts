import { sql } from 'kysely';
import { statement } from './sql.js';

/** For transactions with joins that all find few rows of a large table by its key; without statistics the planner might scan all of it. */
export const BY_KEY = statement(
  sql`select set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
    set_config('enable_seqscan', 'off', true)`,
);

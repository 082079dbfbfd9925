import { OnlineMigration } from '#platform/database';

const WORDS = ['request', 'location', `owner ->> 'name'`, `owner ->> 'email'`, `owner ->> 'phoneNumber'`]
  .map((text) => `coalesce(${text}, '')`)
  .join(` || ' ' || `);
const DIGITS = `regexp_replace(coalesce(owner ->> 'phoneNumber', ''), '\\D', '', 'g')`;

/** The words of Requests that are there, as `search_text` gives them now: a column that is written anew is computed anew. */
export class RequestSearchInEveryScript extends OnlineMigration {
  override up(): void {
    const search = `to_tsvector('simple', search_text(${WORDS} || ' ' || ${DIGITS}))`;
    this.backfill({ table: 'requests', set: 'request = request', where: `search is distinct from ${search}` });
  }
}

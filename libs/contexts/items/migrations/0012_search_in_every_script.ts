import { OnlineMigration } from '#platform/database';

const COLUMNS = ['item', 'brand', 'location', 'item_storage', 'internal_notes', 'external_id'];
const NAMED = ['firstName', 'lastName', 'contactEmail', 'phoneNumber', 'reservationNumber', 'activityNumber', 'agreementNumber'];
const OF_ADDRESS = ['address', 'address2', 'city', 'zipCode', 'companyName'];
const WORDS = [
  ...COLUMNS,
  ...NAMED.map((field) => `owner ->> '${field}'`),
  ...OF_ADDRESS.map((field) => `owner -> 'address' ->> '${field}'`),
  `regexp_replace(owner ->> 'phoneNumber', '\\D', '', 'g')`,
];

/** The words of items that are there, as `search_text` gives them now. The trigger writes them; most rows have the same. */
export class ItemSearchInEveryScript extends OnlineMigration {
  override up(): void {
    const search = `to_tsvector('simple', search_text(concat_ws(' ', ${WORDS.join(', ')})))`;
    this.backfill({ table: 'items', set: 'item = item', where: `search is distinct from ${search}` });
  }
}

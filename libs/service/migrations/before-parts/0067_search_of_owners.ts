import { Migration } from '@mikro-orm/migrations';

/** Owners are found by their address too, and everybody by the digits of a telephone number however it was spaced. */
export class SearchOfOwners extends Migration {
  override up(): void {
    const digits = `regexp_replace(coalesce(owner ->> 'phoneNumber', ''), '\\D', '', 'g')`;
    const searched = (values: readonly string[]) => values.map((value) => `coalesce(${value}, '')`).join(` || ' ' || `);
    const owner = [
      'firstName',
      'lastName',
      'contactEmail',
      'phoneNumber',
      'reservationNumber',
      'activityNumber',
      'agreementNumber',
    ];
    const address = ['address', 'address2', 'city', 'zipCode', 'companyName'];
    const item = [
      ...['item', 'brand', 'location'],
      ...owner.map((field) => `owner ->> '${field}'`),
      ...address.map((field) => `owner -> 'address' ->> '${field}'`),
    ];
    const request = ['request', 'location', `owner ->> 'name'`, `owner ->> 'email'`, `owner ->> 'phoneNumber'`];
    for (const [table, values] of [['items', item] as const, ['requests', request] as const]) {
      this.addSql(`alter table ${table} drop column search`);
      this.addSql(`
        alter table ${table} add column search tsvector not null generated always as (
          to_tsvector('simple', search_text(${searched(values)} || ' ' || ${digits}))
        ) stored`);
      this.addSql(`create index ${table}_search on ${table} using gin (group_id, search)`);
    }
  }
}

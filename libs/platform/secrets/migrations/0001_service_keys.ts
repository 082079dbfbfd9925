import { Migration } from '@mikro-orm/migrations';

/** Which key the values of this database are sealed with. */
export class ServiceKeys extends Migration {
  override up(): void {
    this.addSql(`
      create table service_keys (
        id bytea primary key,
        state text not null check (state in ('sealing', 'leaving', 'retired')),
        proof bytea not null,
        sealed_key bytea,
        since timestamptz(3) not null
      )`);
    this.addSql(`create unique index service_keys_one_of_each on service_keys (state) where state in ('sealing', 'leaving')`);
  }
}

import { Migration } from '@mikro-orm/migrations';

/** Integrations' own keys of items, unique among existing items. Deferrable, so that a rebuild checks them at its end. */
export class ItemExternalIDs extends Migration {
  override up(): void {
    this.addSql('alter table items add column external_id text');
    this.addSql(`
      alter table items add constraint items_external_id exclude using btree (group_id with =, external_id with =)
        where (external_id is not null and status not in ('deleted', 'anonymized')) deferrable`);
  }
}

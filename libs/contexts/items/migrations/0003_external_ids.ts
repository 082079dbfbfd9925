import { Migration } from '@mikro-orm/migrations';

/** Integrations' own keys of items, each once among those that are there. A rebuild looks at them when it is done. */
export class ItemExternalIDs extends Migration {
  override up(): void {
    this.addSql('alter table items add column external_id text');
    this.addSql(`
      alter table items add constraint items_external_id exclude using btree (group_id with =, external_id with =)
        where (external_id is not null and status not in ('deleted', 'anonymized')) deferrable`);
  }
}

import { Migration } from '@mikro-orm/migrations';

/** How long personal data is kept, whose is erased, and where an owner or guest is found by address. */
export class Retention extends Migration {
  override up(): void {
    this.addSql('alter table groups add column retention_days int check (retention_days between 1 and 3650)');
    this.addSql('alter table items add column erased boolean not null default false');
    this.addSql('alter table requests add column erased boolean not null default false');
    this.addSql(`
      create index items_to_erase on items (group_id, updated_at)
      where not erased and status in ('delivered', 'left-behind', 'finished', 'expired', 'deleted')`);
    this.addSql(`
      create index requests_to_erase on requests (group_id, updated_at)
      where not erased and status in ('resolved', 'not-found', 'expired', 'deleted')`);
    this.addSql(`create index items_by_owner on items (group_id, lower(owner ->> 'contactEmail'))`);
    this.addSql(`create index requests_by_guest on requests (group_id, lower(owner ->> 'email'))`);
  }
}

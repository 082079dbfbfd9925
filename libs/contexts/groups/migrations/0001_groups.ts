import { Migration } from '@mikro-orm/migrations';

/** Groups. Tables of projections have no foreign keys to each other, so that each read model can be emptied and rebuilt alone. */
export class Groups extends Migration {
  override up(): void {
    this.addSql(`
      create table groups (
        id int generated always as identity primary key,
        code text not null unique check (code ~ '^[a-z0-9-]{1,32}$'),
        name text not null,
        created_at timestamptz(3) not null,
        sso boolean not null default false,
        retention_days int check (retention_days between 1 and 3650)
      )`);
  }
}

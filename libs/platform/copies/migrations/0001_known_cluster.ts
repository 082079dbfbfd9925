import { Migration } from '@mikro-orm/migrations';

/** Where this database stood when it was last known to be the real one. */
export class KnownCluster extends Migration {
  override up(): void {
    this.addSql(`
      create table known_cluster (
        singleton boolean primary key default true check (singleton),
        identity text not null,
        told_silent boolean not null default false
      )`);
  }
}

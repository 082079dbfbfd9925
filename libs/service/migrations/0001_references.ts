import { Migration } from '@mikro-orm/migrations';

/** Foreign keys from platform tables to Groups: the platform knows no context, and so not the table of Groups either. */
export class References extends Migration {
  override up(): void {
    this.addSql('alter table events add foreign key (group_id) references groups');
    this.addSql('alter table idempotent_answers add foreign key (group_id) references groups');
  }
}

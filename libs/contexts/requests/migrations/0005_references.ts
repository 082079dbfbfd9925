import { OnlineMigration } from '#platform/database';

/** The columns of a Request by which notifications name it. */
export class RequestReferencesView extends OnlineMigration {
  override up(): void {
    this.addSql('create view request_references as select group_id, id, location_id, status, external_id from requests');
  }
}

import { OnlineMigration } from '#platform/database';

/** Notes of staff on Requests, who sees to them, and the items that were refused as candidates. */
export class RequestsFrontDesk extends OnlineMigration {
  override up(): void {
    this.addSql(`alter table requests add column internal_notes text`);
    this.addSql(`alter table requests add column assigned_to integer`);
    this.addSql(`alter table requests add column rejected_item_ids integer[] default '{}'::integer[] not null`);
  }
}

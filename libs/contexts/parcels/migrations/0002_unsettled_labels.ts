import { OnlineMigration } from '#platform/database';

/** Finds the labels that are looked after first, among thousands of parcels that are due. */
export class UnsettledLabels extends OnlineMigration {
  override up(): void {
    this.addSql(`
      create index concurrently parcel_labels_unsettled on parcel_labels (claimable_at)
      where (state in ('open', 'asked') or is_voiding) and claimable_at is not null`);
  }
}

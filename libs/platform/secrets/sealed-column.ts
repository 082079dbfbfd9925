/**
 * A column with values that a key of the service has sealed. Whoever has such a column hands it in (libs/service/contexts.ts): keys are
 * checked against what stands there, and rotation seals it again.
 */
export interface SealedColumn {
  table: string;
  /** Its primary key. */
  key: readonly string[];
  column: string;
  /** The purpose of its `Sealer`. */
  purpose: string;
  /** The context that the value of a row was sealed for. @param row the columns of `key` */
  // biome-ignore lint/suspicious/noExplicitAny: only who hands the column in knows its row
  context(row: any): string;
}

type Query = (text: string) => Promise<readonly unknown[]>;

/**
 * Tells whether a database has a Group of this service, whatever release migrated it; null where there are no tables.
 * @param query runs a statement and returns its rows
 */
export async function isInUse(query: Query): Promise<boolean | null> {
  const tables = await query(`select where to_regclass('migrations') is not null and to_regclass('groups') is not null`);
  return tables.length === 0 ? null : (await query('select from groups limit 1')).length > 0;
}

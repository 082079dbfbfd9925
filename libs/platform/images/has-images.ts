const OF_ANY_GROUP = 'select from groups g where exists (select from image_prints where group_id = g.id) limit 1';

type Query = (text: string) => Promise<readonly unknown[]>;

/** Whether a database, whatever release migrated it, has images. @param query runs a statement and returns its rows */
export async function hasImages(query: Query): Promise<boolean> {
  const tables = await query(`select where to_regclass('image_prints') is not null`);
  return tables.length > 0 && (await query(OF_ANY_GROUP)).length > 0;
}

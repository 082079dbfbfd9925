type Query = (text: string) => Promise<readonly unknown[]>;

/** By its size, as a statement on the rows would be one across Groups. */
const HAS_ROWS = `select where pg_relation_size(to_regclass('image_prints')) > 0`;

/** Whether a database, whatever release migrated it, has images, or had some. @param query runs a statement and returns its rows */
export async function hasImages(query: Query): Promise<boolean> {
  return (await query(HAS_ROWS)).length > 0;
}

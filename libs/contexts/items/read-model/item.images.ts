import { sql } from 'kysely';
import { imagesInUse, type NamedImage } from '#contexts/records';

/** The names of uploaded images that these items refer to. */
export const itemImagesInUse = (images: readonly NamedImage[]) =>
  imagesInUse(sql.table('items'), ['image_url', 'photos'], images);

import { defineEntity, p } from '@mikro-orm/postgresql';

/** Hashes by which an uploaded image is compared; deleted with the image. */
export const ImagePrintEntity = defineEntity({
  name: 'ImagePrint',
  tableName: 'image_prints',
  properties: {
    groupId: p.integer().primary(),
    name: p.text().primary(),
    print: p.string().columnType('bit(64)'),
  },
});

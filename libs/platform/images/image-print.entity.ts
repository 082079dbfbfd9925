import { defineEntity, p } from '@mikro-orm/postgresql';

/** What an uploaded image is compared by; gone with the image. */
export const ImagePrintEntity = defineEntity({
  name: 'ImagePrint',
  tableName: 'image_prints',
  properties: {
    groupId: p.integer().primary(),
    name: p.text().primary(),
    print: p.string().columnType('bit(64)'),
  },
});

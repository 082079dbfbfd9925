import { passingAddress } from '#platform/images';
import { NOT_PICTURED } from '../domain/item.details.js';
import type { ItemRow } from '../read-model/item.queries.js';

/** The address of a picture of an item, of any that its row names. */
export type AddressOf = (row: ItemRow, url: string) => string;

/** Whether addresses of the item's pictures end, and are new at each reading (decisions.md, section 13, Photos). */
export function areAddressesPassing({ handling, image_url }: Pick<ItemRow, 'handling' | 'image_url'>): boolean {
  return image_url !== null && (NOT_PICTURED as readonly string[]).includes(handling);
}

/** As its record shows it. */
export const addressOf: AddressOf = (row, url) =>
  areAddressesPassing(row) ? passingAddress({ groupID: row.group_id, record: row.id }, url) : url;

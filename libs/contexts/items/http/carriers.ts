import { columnsOf } from '#platform/database';
import { type ItemDetails, itemFields } from '../domain/item.fields.js';
import type { ItemRow } from '../read-model/item.queries.js';

/** The columns of an item beside its details that its carrier sees. */
type Shown =
  | 'id'
  | 'location_id'
  | 'language_id'
  | 'language_code'
  | 'status'
  | 'storage_expires_at'
  | 'version'
  | 'created_at'
  | 'updated_at';

/** Values in place of those that it does not see. A column that is in neither list does not compile. */
const HIDDEN: Omit<ItemRow, Shown | keyof ReturnType<typeof columnsOf<ItemDetails>>> = {
  group_id: 0,
  registered_by: null,
  request_id: null,
  shipment: null,
  payment: null,
  registered_by_name: null,
  storage_place: null,
  hold: null,
  outcome: null,
  handover: null,
  disposal: null,
};

const FOR_CARRIERS = { ...columnsOf(itemFields.forCarriers), ...HIDDEN };

/** An item as its carrier sees it: the description and the shipment's status. */
export function shownToCarriers(row: ItemRow): ItemRow {
  return { ...row, ...FOR_CARRIERS };
}

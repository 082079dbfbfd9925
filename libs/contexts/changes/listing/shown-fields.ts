import type { Type } from '@nestjs/common';
import { ItemRecord } from '#contexts/items';
import { LocationRecord } from '#contexts/locations';
import { RequestRecord } from '#contexts/requests';
import { fieldNames } from '#platform/http';
import type { ShownFields } from '../domain/change.js';

/** Said by every change of a record, or by none. */
const LEFT_OUT = ['ID', 'createdAt', 'updatedAt'];

const namesOf = (record: Type) => fieldNames(record).filter((name) => !LEFT_OUT.includes(name));

/** The fields that a change can name: those of the records, and an item's `shipment`, which has a path of its own. */
export const SHOWN_FIELDS: ShownFields = {
  item: [...new Set([...namesOf(ItemRecord), 'shipment'])],
  request: namesOf(RequestRecord),
  location: namesOf(LocationRecord),
};

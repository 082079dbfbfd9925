import { useQueryClient } from '@tanstack/preact-query';
import { getItem, type ItemRecord, updateItem } from '#client';
import { categories, colors, handlings } from '../data/choices.js';
import { pathOf, tookOver, useItemChange, useStoragePlaces } from '../data/records.js';
import { Edit } from '../parts/edit.js';
import type { EditField } from '../parts/edit-field.js';
import { client } from '../session/session.js';

/** Changes what was written down of an item. Whoever comes to add a contact (`?edit`) begins with its name. */
export function EditItem({ item, etag }: { item: ItemRecord; etag: string }) {
  const places = useStoragePlaces(item.locationID).data ?? [];
  const queries = useQueryClient();
  const change = useItemChange();
  const path = { itemID: item.ID };
  const shelves: EditField = {
    path: 'storagePlaceID',
    label: 'find.place',
    choices: [[null, '–'], ...places.map((place) => [place.ID, pathOf(place, places)] as const)],
  };
  const fields: readonly EditField[] = [
    { path: 'item', label: 'fact.item' },
    { path: 'location', label: 'fact.location' },
    { path: 'brand', label: 'fact.brand' },
    { path: 'categories', label: 'fact.category', choices: categories(), many: true },
    { path: 'colors', label: 'fact.colors', choices: colors(), many: true },
    { path: 'itemStorage', label: 'fact.place' },
    ...(places.length > 0 ? [shelves] : []),
    { path: 'hiddenMark', label: 'fact.hiddenMark', lines: true },
    { path: 'internalNotes', label: 'fact.notes', lines: true },
    { path: 'owner.firstName', label: 'owner.firstName' },
    { path: 'owner.lastName', label: 'owner.lastName' },
    { path: 'owner.contactEmail', label: 'owner.email' },
    { path: 'owner.phoneNumber', label: 'owner.phone' },
    { path: 'owner.reservationNumber', label: 'owner.reservationNumber' },
    { path: 'handling', label: 'fact.handling', choices: handlings() },
  ];
  return (
    <Edit
      record={item}
      etag={etag}
      fields={fields}
      send={(body, version) => change(updateItem({ client, path, headers: { 'If-Match': version }, body }))}
      read={() => getItem({ client, path })}
      take={(now) => tookOver(queries, now.data, now.etag)}
      open={new URLSearchParams(location.search).has('edit') ? 'owner.firstName' : undefined}
    />
  );
}

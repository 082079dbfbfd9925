import { useQueryClient } from '@tanstack/preact-query';
import type { ComponentProps } from 'preact';
import { getItem, type ItemRecord, updateItem } from '#client';
import { categories, colors, handlings } from '../../data/choices.js';
import { tookOver, useItemChange, usePlaceChoices } from '../../data/records.js';
import { Edit } from '../../parts/edit.js';
import type { EditField } from '../../parts/edit-field.js';
import { ProposedOwner } from '../../parts/proposed-owner.js';
import { client } from '../../session/session.js';

const CONTACT: readonly EditField[] = [
  { path: 'owner.firstName' },
  { path: 'owner.lastName' },
  { path: 'owner.contactEmail' },
  { path: 'owner.phoneNumber' },
  { path: 'owner.reservationNumber' },
];

/** Changes what was written down of an item. @param props.forContact the owner alone; props.isOpen at once */
export function EditItem(props: { item: ItemRecord; etag: string; forContact?: boolean; isOpen?: boolean }) {
  const { item, etag, forContact = false, isOpen = false } = props;
  const places = usePlaceChoices(item.locationID);
  const queries = useQueryClient();
  const change = useItemChange(item);
  const path = { itemID: item.ID };
  const fields: readonly EditField[] = [
    { path: 'item' },
    { path: 'location' },
    { path: 'brand' },
    { path: 'categories', choices: categories(), many: true },
    { path: 'colors', choices: colors(), many: true },
    ...(places.length > 0 ? [{ path: 'storagePlaceID', choices: [[null, '–'], ...places] } as const] : []),
    { path: 'itemStorage' },
    { path: 'hiddenMark', lines: true },
    { path: 'internalNotes', lines: true },
    ...CONTACT,
    { path: 'handling', choices: handlings() },
  ];
  const guests: ComponentProps<typeof Edit>['above'] = (fill) => (
    <ProposedOwner
      locationID={item.locationID}
      room={item.location}
      on={item.departuredDate.slice(0, 'YYYY-MM-DD'.length)}
      chosen={undefined}
      choose={(owner = {}) =>
        fill(new Map(Object.entries(owner).map(([name, value]) => [`owner.${name}`, value as string | null])))
      }
    />
  );
  return (
    <Edit
      record={item}
      etag={etag}
      fields={forContact ? CONTACT : fields}
      send={(body, version) => change(updateItem({ client, path, headers: { 'If-Match': version }, body }))}
      read={() => getItem({ client, path })}
      take={(now) => tookOver(queries, now.data, now.etag)}
      {...(forContact && { text: 'today.addContact', class: 'primary wide', above: guests })}
      isOpen={isOpen}
    />
  );
}

import { useQueryClient } from '@tanstack/preact-query';
import type { ComponentProps } from 'preact';
import { getItem, type ItemRecord, updateItem } from '#client';
import { categories, colors, handlings } from '../../data/choices.js';
import { tookOver, useItemChange, useLocationLanguages, usePlaceChoices } from '../../data/records.js';
import { Edit } from '../../parts/edit.js';
import type { EditField } from '../../parts/edit-field.js';
import { NONE } from '../../parts/options.js';
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
  const languages = (useLocationLanguages(item.locationID).data ?? []).map(({ ID, language }) => [ID, language] as const);
  // As long as it is not among the choices, nothing would be taken for it.
  const isListed = item.languageID === null ? languages.length > 0 : languages.some(([ID]) => ID === item.languageID);
  const contact: readonly EditField[] = [
    ...CONTACT,
    ...(isListed ? [{ path: 'languageID', choices: [NONE, ...languages] } as const] : []),
  ];
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
    ...contact,
    { path: 'handling', choices: handlings() },
  ];
  const guests: ComponentProps<typeof Edit>['above'] = (fill) => (
    <ProposedOwner
      locationID={item.locationID}
      room={item.location}
      on={item.departuredDate.slice(0, 'YYYY-MM-DD'.length)}
      chosen={undefined}
      choose={(owner = {}, languageID) => {
        const known = Object.entries(owner).map(([name, value]) => [`owner.${name}`, value as string | null] as const);
        fill(new Map([...known, ...(languageID ? [['languageID', String(languageID)] as const] : [])]));
      }}
    />
  );
  return (
    <Edit
      record={item}
      etag={etag}
      fields={forContact ? contact : fields}
      send={(body, version) => change(updateItem({ client, path, headers: { 'If-Match': version }, body }))}
      read={() => getItem({ client, path })}
      take={(now) => tookOver(queries, now.data, now.etag)}
      {...(forContact && { text: 'today.addContact', class: 'primary wide', above: guests })}
      isOpen={isOpen}
    />
  );
}

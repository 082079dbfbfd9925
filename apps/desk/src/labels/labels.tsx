import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useSearch } from 'wouter-preact';
import { getItem, type ItemRecord, listItems } from '#client';
import { pathOf, useStoragePlaces } from '../data/records.js';
import { placeOf } from '../find/rows.js';
import { qrOf } from '../item/owner.js';
import { Page } from '../parts/page.js';
import { Trouble } from '../parts/trouble.js';
import { ask } from '../session/problem.js';
import { client } from '../session/session.js';
import { calendarDay } from '../texts/format.js';
import { t } from '../texts/texts.js';

/** Labels for items, or for the storage places of a Location: of 62 × 29 mm, or many on a sheet, as the browser prints them. */
export function Labels() {
  const query = new URLSearchParams(useSearch());
  const itemID = query.get('itemID');
  const places = useStoragePlaces(query.get('placesOf') ?? undefined).data;
  const [sheet, setSheet] = useState(false);
  const { data = [], error } = useQuery({
    queryKey: ['items', 'labels', itemID],
    queryFn: async (): Promise<ItemRecord[]> =>
      itemID
        ? [await ask(getItem({ client, path: { itemID: Number(itemID) } }))]
        : (await ask(listItems({ client, query: { limit: 40, sort: '-created' } }))).items,
  });
  return (
    <Page title={t('labels.title')}>
      <Trouble error={error} />
      <div class="buttons">
        <label class="check">
          <input type="checkbox" checked={sheet} onChange={(event) => setSheet(event.currentTarget.checked)} />{' '}
          {t('labels.sheet')}
        </label>
        <button type="button" class="primary" onClick={() => print()}>
          {t('pack.print')}
        </button>
      </div>
      <div class={sheet ? 'labels sheet' : 'labels'}>
        {places
          ? places.map((place) => (
              <Label
                key={place.ID}
                code={`/desk/find?locationID=${place.locationID}&storagePlaceID=${place.ID}`}
                name={place.code}
                lines={[pathOf(place, places)]}
              />
            ))
          : data.map((item) => (
              <Label
                key={item.ID}
                code={`/i/${item.locationID}/${item.ID}`}
                name={String(item.ID)}
                lines={[item.item, item.location, calendarDay(item.departuredDate), placeOf(item)]}
              />
            ))}
      </div>
    </Page>
  );
}

/** @param props.code the address that its QR code leads to; props.lines what stands below the name, the first in bold */
function Label({ code, name, lines: [first, ...rest] }: { code: string; name: string; lines: (string | null)[] }) {
  return (
    <article class="label">
      <img src={qrOf(location.origin + code)} alt="" />
      <div>
        <strong>{name}</strong>
        <b>{first}</b>
        {rest.map((line) => line && <span key={line}>{line}</span>)}
      </div>
    </article>
  );
}

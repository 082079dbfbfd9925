import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useSearch } from 'wouter-preact';
import { getItem, type ItemRecord, listItems } from '#client';
import { placeOf } from '../find/rows.js';
import { qrOf } from '../item/owner.js';
import { Page } from '../parts/page.js';
import { Trouble } from '../parts/trouble.js';
import { ask } from '../session/problem.js';
import { client } from '../session/session.js';
import { calendarDay } from '../texts/format.js';
import { t } from '../texts/texts.js';

/** Labels of 62 × 29 mm, or many on a sheet, as the browser prints them. */
export function Labels() {
  const itemID = new URLSearchParams(useSearch()).get('itemID');
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
        {data.map((item) => (
          <article key={item.ID} class="label">
            <img src={qrOf(`${location.origin}/i/${item.locationID}/${item.ID}`)} alt="" />
            <div>
              <strong>{item.ID}</strong>
              <b>{item.item}</b>
              <span>{item.location}</span>
              <span>{calendarDay(item.departuredDate)}</span>
              <span>{placeOf(item)}</span>
            </div>
          </article>
        ))}
      </div>
    </Page>
  );
}

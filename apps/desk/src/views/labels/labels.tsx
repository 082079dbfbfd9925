import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useLocation, useSearch } from 'wouter-preact';
import { getItem, type ItemRecord, listItems } from '#client';
import { filtersIn } from '../../data/filters.js';
import { placeOf, usePlaceChoices, useStoragePlaces } from '../../data/records.js';
import { useWords } from '../../data/words.js';
import { Button } from '../../parts/button.js';
import { Page } from '../../parts/page.js';
import { Pages } from '../../parts/pages.js';
import { qrOf } from '../../parts/qr.js';
import { Trouble } from '../../parts/trouble.js';
import { ask } from '../../session/problem.js';
import { client } from '../../session/session.js';
import { calendarDay } from '../../texts/format.js';
import { t } from '../../texts/texts.js';

/** As many items as one printing has. */
const PER_PAGE = 200;

/** Labels for an item, the items of a search, or the storage places of a Location: of 62 × 29 mm, or many on a sheet. */
export function Labels() {
  const query = new URLSearchParams(useSearch());
  const itemID = query.get('itemID');
  const placesOf = query.get('placesOf') ?? undefined;
  const places = useStoragePlaces(placesOf).data;
  const paths = new Map(usePlaceChoices(placesOf));
  const [sheet, setSheet] = useState(false);
  const page = Number(query.get('page') ?? 1);
  const [path, go] = useLocation();
  const { data, error } = useQuery({
    queryKey: ['items', 'labels', query.toString()],
    enabled: placesOf === undefined,
    async queryFn(): Promise<{ items: ItemRecord[]; hasMore: boolean }> {
      if (itemID) return { items: [await ask(getItem({ client, path: { itemID: Number(itemID) } }))], hasMore: false };
      const q = query.get('q');
      return ask(listItems({ client, query: { ...filtersIn(query), ...(q && { q }), limit: PER_PAGE, page } }));
    },
  });
  return (
    <Page title={t('labels.title')} back>
      <Trouble error={error} />
      <div class="buttons">
        <Button class="primary" onClick={() => print()}>
          {t('pack.print')}
        </Button>
        <label class="check">
          <input type="checkbox" checked={sheet} onChange={(event) => setSheet(event.currentTarget.checked)} />{' '}
          {t('labels.sheet')}
        </label>
      </div>
      {(data?.hasMore || page > 1) && (
        <p class="notice">
          {t('labels.part', { from: (page - 1) * PER_PAGE + 1, to: (page - 1) * PER_PAGE + data!.items.length })}
        </p>
      )}
      <div class="unprinted">
        <Pages
          page={page}
          hasMore={data?.hasMore ?? false}
          turn={(next) =>
            go(`${path}?${new URLSearchParams({ ...Object.fromEntries(query), page: String(next) })}`, { replace: true })
          }
        />
      </div>
      <div class={sheet ? 'labels sheet' : 'labels'}>
        {placesOf
          ? places?.map((place) => (
              <Label
                key={place.ID}
                code={`/desk/find?locationID=${place.locationID}&storagePlaceID=${place.ID}`}
                name={place.code}
                lines={[paths.get(place.ID) ?? place.name]}
              />
            ))
          : data?.items.map((item) => <ItemLabel key={item.ID} item={item} />)}
      </div>
    </Page>
  );
}

/** Its words are in the language of the Location. */
function ItemLabel({ item }: { item: ItemRecord }) {
  const found = calendarDay(item.departuredDate, useWords(item.locationID).language);
  return (
    <Label
      code={`/i/${item.locationID}/${item.ID}`}
      name={String(item.ID)}
      lines={[item.item, item.location, found, placeOf(item)]}
    />
  );
}

/** @param props.code the address that its QR code leads to; props.lines what stands below the name, the first in bold */
function Label({ code, name, lines: [first, ...rest] }: { code: string; name: string; lines: (string | null)[] }) {
  return (
    <article class="label">
      <img src={qrOf(location.origin + code)} alt="" />
      <div>
        <strong>{name}</strong>
        <b>
          <bdi>{first}</bdi>
        </b>
        {rest.map((line) => line && <bdi key={line}>{line}</bdi>)}
      </div>
    </article>
  );
}

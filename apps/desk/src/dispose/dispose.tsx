import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useSearch } from 'wouter-preact';
import { type DisposalsRequest, disposeOfItems, getItem, type ItemRecord, listItems } from '#client';
import { pathOf, useLocations, useStoragePlaces } from '../data/records.js';
import { placeOf } from '../find/rows.js';
import { Field } from '../parts/field.js';
import { Page } from '../parts/page.js';
import { Thumbnail } from '../parts/photo.js';
import { Trouble } from '../parts/trouble.js';
import { ask } from '../session/problem.js';
import { client } from '../session/session.js';
import { day } from '../texts/format.js';
import { named, t } from '../texts/texts.js';

const METHODS = ['donated', 'destroyed', 'authority', 'finder', 'sold'] as const;
/** As many as the API takes in one call. */
const MOST = 100;

/** Items to be disposed of: chosen by shelf, listed to be fetched, and recorded. Held ones stay, with the reason. */
export function Dispose() {
  const itemID = new URLSearchParams(useSearch()).get('itemID');
  const locations = useLocations().data ?? [];
  const [locationID, setLocationID] = useState('');
  const places = useStoragePlaces(locationID || locations[0]?.locationID).data ?? [];
  const [place, setPlace] = useState('');
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map());
  const [error, setError] = useState<unknown>(null);
  const [done, setDone] = useState<{ method: string; items: ItemRecord[] } | null>(null);
  const queries = useQueryClient();
  const found = useQuery({
    queryKey: ['items', 'dispose', itemID, locationID, place],
    async queryFn(): Promise<ItemRecord[]> {
      if (itemID) return [await ask(getItem({ client, path: { itemID: Number(itemID) } }))];
      const query = {
        status: ['expired' as const, 'left-behind' as const],
        sort: 'storage' as const,
        limit: MOST,
        ...(locationID && { locationID }),
        ...(place && { storagePlaceID: Number(place) }),
      };
      return (await ask(listItems({ client, query }))).items;
    },
  });
  const items = found.data ?? [];
  const chosen = items.filter((item) => !left.has(item.ID) && !item.hold);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const text = (name: string) => String(form.get(name) ?? '').trim() || null;
    const method = form.get('method') as DisposalsRequest['method'];
    const body = {
      method,
      itemIDs: chosen.map(({ ID }) => ID),
      recipient: text('recipient'),
      reference: text('reference'),
      reason: text('reason'),
    };
    setError(null);
    try {
      const { results } = await ask(disposeOfItems({ client, body }));
      const gone = chosen.filter((_, index) => results[index]?.status === 200);
      setRefused(new Map(chosen.flatMap((item, index) => (results[index]?.error ? [[item.ID, results[index].error.code]] : []))));
      if (gone.length > 0) setDone({ method, items: gone });
      await queries.invalidateQueries();
    } catch (cause) {
      setError(cause);
    }
  }

  if (done) return <Certificate {...done} close={() => setDone(null)} />;
  return (
    <Page title={t('dispose.title')} wide>
      {!itemID && (
        <div class="chips">
          {locations.length > 1 && (
            <select
              class="chip"
              aria-label={t('find.location')}
              value={locationID}
              onChange={(event) => setLocationID(event.currentTarget.value)}
            >
              <option value="">{t('find.location')}</option>
              {locations.map((one) => (
                <option key={one.locationID} value={one.locationID}>
                  {one.name}
                </option>
              ))}
            </select>
          )}
          <select
            class="chip"
            aria-label={t('find.place')}
            value={place}
            onChange={(event) => setPlace(event.currentTarget.value)}
          >
            <option value="">{t('find.place')}</option>
            {places.map((one) => (
              <option key={one.ID} value={one.ID}>
                {pathOf(one, places)}
              </option>
            ))}
          </select>
        </div>
      )}
      <Trouble error={error ?? found.error} />
      {found.data && items.length === 0 && <p class="empty">{t('dispose.none')}</p>}
      {items.length > 0 && (
        <form onSubmit={submit}>
          <ul class="rows">
            {items.map((item) => (
              <li key={item.ID} class="row">
                <label class="check">
                  <input
                    type="checkbox"
                    checked={!left.has(item.ID) && !item.hold}
                    disabled={item.hold !== null}
                    onChange={(event) => setLeft(toggled(left, item.ID, !event.currentTarget.checked))}
                  />
                  <Thumbnail item={item} />
                  <span class="what">
                    <strong>{item.item}</strong>
                    <span class="facts">
                      {[t('item.number', { id: item.ID }), placeOf(item), day(item.storageExpiresAt)].filter(Boolean).join(' · ')}
                    </span>
                    {item.hold && <span class="held">{`${t('item.onHold')}: ${item.hold.reason ?? ''}`}</span>}
                    {refused.has(item.ID) && <span class="wrong">{named('problem', refused.get(item.ID)!)}</span>}
                  </span>
                </label>
              </li>
            ))}
          </ul>
          <fieldset class="choices">
            <legend>{t('dispose.method')}</legend>
            {METHODS.map((method, index) => (
              <label key={method}>
                <input type="radio" name="method" value={method} defaultChecked={index === 0} />
                <span>{named('thing', method)}</span>
              </label>
            ))}
          </fieldset>
          <Field label={t('dispose.recipient')}>
            <input name="recipient" maxLength={200} />
          </Field>
          <Field label={t('dispose.reference')}>
            <input name="reference" maxLength={100} />
          </Field>
          {items.some((item) => item.status !== 'expired') && (
            <Field label={t('step.reason')} hint={t('dispose.reasonHint')}>
              <input name="reason" maxLength={500} />
            </Field>
          )}
          <div class="buttons">
            <button type="button" onClick={() => print()}>
              {t('dispose.print')}
            </button>
            <button type="submit" class="primary" disabled={chosen.length === 0}>
              {t('dispose.submit', { count: chosen.length })}
            </button>
          </div>
        </form>
      )}
    </Page>
  );
}

function toggled(of: ReadonlySet<number>, id: number, isIn: boolean): Set<number> {
  const next = new Set(of);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}

/** The certificate, printed and signed when things have gone. */
function Certificate({ method, items, close }: { method: string; items: ItemRecord[]; close: () => void }) {
  return (
    <Page title={t('dispose.certificate')}>
      <p>{t('dispose.done', { count: items.length, method: named('thing', method), day: day(new Date().toISOString()) })}</p>
      <ol class="print-list">
        {items.map((item) => (
          <li key={item.ID}>
            {t('item.number', { id: item.ID })} · {item.item} · {placeOf(item)}
          </li>
        ))}
      </ol>
      <p class="sign-line">{t('dispose.signature')}</p>
      <div class="buttons">
        <button type="button" class="primary" onClick={() => print()}>
          {t('pack.print')}
        </button>
        <button type="button" onClick={close}>
          {t('dispose.back')}
        </button>
      </div>
    </Page>
  );
}

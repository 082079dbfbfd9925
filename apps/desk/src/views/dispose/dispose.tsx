import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useSearch } from 'wouter-preact';
import { type DisposalsRequest, disposeOfItems, getItem, type ItemRecord, listItems } from '#client';
import { LONGEST, useLocations, usePlaceChoices } from '../../data/records.js';
import { Button } from '../../parts/button.js';
import { Chip, LocationChip } from '../../parts/chip.js';
import { changing } from '../../parts/depends.js';
import { Field } from '../../parts/field.js';
import { Form, textIn } from '../../parts/form.js';
import { Page } from '../../parts/page.js';
import { sayTrouble, Trouble } from '../../parts/trouble.js';
import { ask } from '../../session/problem.js';
import { client } from '../../session/session.js';
import { timeOf } from '../../texts/format.js';
import { named, t } from '../../texts/texts.js';
import { Certificate, type Disposed } from './certificate.js';
import { Choice } from './choice.js';

const METHODS = ['donated', 'destroyed', 'authority', 'finder', 'sold'] as const;
/** As many as the API takes in one call. */
const AT_ONCE = 100;

/** Items to be disposed of: chosen by shelf, listed to be fetched, and recorded. Held ones stay, with the reason. */
export function Dispose() {
  const itemID = new URLSearchParams(useSearch()).get('itemID');
  const locations = useLocations().data ?? [];
  const [filters, setFilters] = useState<{ locationID?: string; storagePlaceID?: string }>({});
  const choose = (change: typeof filters) => setFilters(changing(filters, change));
  const { locationID = '', storagePlaceID: place = '' } = filters;
  const places = usePlaceChoices(locationID || (locations.length === 1 ? locations[0]!.locationID : undefined));
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map());
  const [done, setDone] = useState<Disposed | null>(null);
  const queries = useQueryClient();
  const found = useQuery({
    queryKey: ['items', 'dispose', itemID, locationID, place],
    async queryFn(): Promise<{ items: ItemRecord[]; hasMore: boolean }> {
      if (itemID) return { items: [await ask(getItem({ client, path: { itemID: Number(itemID) } }))], hasMore: false };
      const query = {
        status: ['expired' as const, 'left-behind' as const],
        sort: 'storage' as const,
        limit: LONGEST,
        ...(locationID && { locationID }),
        ...(place && { storagePlaceID: Number(place) }),
      };
      return ask(listItems({ client, query }));
    },
  });
  const items = found.data?.items ?? [];
  const chosen = items.filter((item) => !left.has(item.ID) && !item.hold);

  async function send(given: FormData) {
    const method = given.get('method') as DisposalsRequest['method'];
    const [recipient, reference, reason] = ['recipient', 'reference', 'reason'].map((name) => textIn(given, name));
    const [gone, kept] = [[] as ItemRecord[], new Map<number, string>()];
    try {
      for (let from = 0; from < chosen.length; from += AT_ONCE) {
        const some = chosen.slice(from, from + AT_ONCE);
        const body = { method, itemIDs: some.map(({ ID }) => ID), recipient, reference, reason } as DisposalsRequest;
        const { results } = await ask(disposeOfItems({ client, body }));
        gone.push(...some.filter((_, index) => results[index]?.status === 200));
        for (const [index, { ID }] of some.entries()) if (results[index]?.error) kept.set(ID, results[index].error.code);
      }
    } catch (error) {
      // Items that went before have their certificate all the same.
      if (gone.length === 0) throw error;
      sayTrouble(error);
    }
    setRefused(kept);
    if (gone.length > 0) setDone({ method, recipient: recipient ?? null, reference: reference ?? null, items: gone });
    await queries.invalidateQueries();
  }

  if (done) return <Certificate {...done} close={() => setDone(null)} />;
  return (
    <Page title={t('dispose.title')} wide back={itemID !== null}>
      {!itemID && (
        <div class="chips">
          <LocationChip value={locationID} choose={(chosen) => choose({ locationID: chosen })} />
          <Chip
            label={t('find.place')}
            value={place}
            options={places.map(([ID, path]) => [String(ID), path] as const)}
            choose={(storagePlaceID) => choose({ storagePlaceID })}
          />
        </div>
      )}
      <Trouble error={found.error} />
      {found.data && items.length === 0 && <p class="empty">{t('dispose.none')}</p>}
      {items.length > 0 && (
        <Form name="dispose" send={send} class="columns sided">
          <ul class="rows">
            {found.data?.hasMore && <li class="notice">{t('limit.first', { count: items.length })}</li>}
            {items.map((item) => (
              <Choice
                key={item.ID}
                item={item}
                isChosen={chosen.includes(item)}
                refused={refused.get(item.ID)}
                choose={(isChosen) => {
                  const next = new Set(left);
                  if (isChosen) next.delete(item.ID);
                  else next.add(item.ID);
                  setLeft(next);
                }}
              />
            ))}
          </ul>
          <div class="panel">
            <fieldset class="choices">
              <legend>{t('dispose.method')}</legend>
              {METHODS.map((method, index) => (
                <label key={method}>
                  <input type="radio" name="method" value={method} defaultChecked={index === 0} />
                  <span>{named('thing', method)}</span>
                </label>
              ))}
            </fieldset>
            <Field label={t('dispose.recipient')} path="recipient">
              <input name="recipient" maxLength={200} />
            </Field>
            <Field label={t('dispose.reference')} path="reference">
              <input name="reference" maxLength={100} />
            </Field>
            {chosen.some(isEarly) && (
              <Field label={t('step.reason')} hint={t('dispose.reasonHint')} path="reason">
                <input name="reason" required maxLength={500} />
              </Field>
            )}
            <div class="buttons">
              <Button type="submit" class="primary" disabled={chosen.length === 0}>
                {t('dispose.submit', { count: chosen.length })}
              </Button>
              <Button onClick={() => print()}>{t('dispose.print')}</Button>
            </div>
          </div>
        </Form>
      )}
    </Page>
  );
}

/** Whether its storage time has not ended: then the service asks for a reason. */
const isEarly = (item: ItemRecord) => timeOf(item.storageExpiresAt).getTime() > Date.now();

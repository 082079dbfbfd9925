import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { Link } from 'wouter-preact';
import { deleteItem, type ItemRecord, listMyFinds } from '#client';
import { LONGEST, placeOf } from '../../data/records.js';
import { useWords } from '../../data/words.js';
import { Button } from '../../parts/button.js';
import { Mend } from '../../parts/mend.js';
import { Page } from '../../parts/page.js';
import { Facts } from '../../parts/row.js';
import { ShelfButton } from '../../parts/shelves/shelf-choice.js';
import { Similar } from '../../parts/similar.js';
import { asEntered, type Entered } from '../../parts/written.js';
import { discard } from '../../queue/queue.js';
import { useIsKept, useSent, useUnderWay, useWaiting } from '../../queue/state.js';
import { ask } from '../../session/problem.js';
import { client, may } from '../../session/session.js';
import { say } from '../../texts/say.js';
import { t } from '../../texts/texts.js';

/**
 * After saving: the number as soon as there is one, and what may follow. Later words stand below: nothing moves under a thumb.
 * @param props.of the find's key; props.entered what it is and where it was, as its finder reads it
 */
export function Saved({ of, entered, next }: { of: string; entered: Entered; next: () => void }) {
  const waiting = useWaiting();
  const isKept = useIsKept();
  const isUnderWay = useUnderWay() === of;
  const find = waiting.find(({ key }) => key === of);
  const number = useSent().get(of) ?? find?.itemID;
  const registered = useOwnFind(number);
  const words = useWords(registered?.locationID);
  const shown = registered ? asEntered(registered, words) : entered;
  async function forget() {
    await discard(of);
    next();
  }
  return (
    <Page title={number === undefined ? t('register.waits') : t('register.registered')}>
      <div class="saved">
        <strong class="figure" role="status">
          {number !== undefined && may('items.read') ? <Link href={`/items/${number}`}>{number}</Link> : (number ?? '…')}
        </strong>
        <p>
          <Facts of={[shown.item, shown.location, registered && placeOf(registered)]} />
        </p>
        <Button class="primary wide" onClick={next}>
          {t('register.next')}
        </Button>
        {number !== undefined && may('items.read') && (
          <Link class="button wide" href={`/labels?itemID=${number}`}>
            {t('step.label')}
          </Link>
        )}
        {find && <p class="notice">{isKept ? t('register.waitsText', { count: waiting.length }) : t('waiting.unkept')}</p>}
        {find && <Link href="/waiting">{t('waiting.title')}</Link>}
        {find && number === undefined && !isUnderWay && <Button onClick={forget}>{t('register.takeBack')}</Button>}
        {registered && <AfterThat find={registered} next={next} />}
      </div>
      {number !== undefined && <Similar itemID={number} />}
    </Page>
  );
}

const keyOf = (itemID: number | undefined) => ['my-finds', itemID];

/** The find as it is registered. */
function useOwnFind(itemID: number | undefined): ItemRecord | null {
  const { data = null } = useQuery({
    queryKey: keyOf(itemID),
    enabled: itemID !== undefined,
    queryFn: async () =>
      (await ask(listMyFinds({ client, query: { limit: LONGEST } }))).items.find(({ ID }) => ID === itemID) ?? null,
  });
  return data;
}

/** A find is put on a shelf, mended where something was mistaken, or taken back. */
function AfterThat({ find, next }: { find: ItemRecord; next: () => void }) {
  const queries = useQueryClient();
  async function takeBack() {
    await ask(deleteItem({ client, path: { itemID: find.ID } }));
    await queries.invalidateQueries();
    say(t('register.takenBack', { id: find.ID }));
    next();
  }
  return (
    <div class="buttons">
      {may('items.edit') && <ShelfButton items={[find]} />}
      <Mend item={find} changed={(mended) => queries.setQueryData(keyOf(find.ID), mended)} />
      {may('items.edit') && <Button onClick={takeBack}>{t('register.takeBack')}</Button>}
    </div>
  );
}

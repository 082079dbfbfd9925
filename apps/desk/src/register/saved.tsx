import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { Link } from 'wouter-preact';
import { deleteItem, type ItemRecord, listMyFinds } from '#client';
import { LONGEST, placeOf } from '../data/records.js';
import { useWords } from '../data/words.js';
import { Similar } from '../item/similar.js';
import { Button } from '../parts/button.js';
import { Page } from '../parts/page.js';
import { say } from '../parts/say.js';
import { discard } from '../queue/queue.js';
import { useSent, useUnderWay, useWaiting } from '../queue/state.js';
import { ask } from '../session/problem.js';
import { client, may } from '../session/session.js';
import { ShelfButton } from '../shelves/shelf-choice.js';
import { t } from '../texts/texts.js';
import { Mend } from '../today/my-finds.js';
import { asEntered } from './written.js';

/** After saving: the number as soon as there is one, and what may follow. @param props.of the find's key */
export function Saved({ of, item, next }: { of: string; item: string; next: () => void }) {
  const waiting = useWaiting();
  const isUnderWay = useUnderWay() === of;
  const find = waiting.find(({ key }) => key === of);
  const number = useSent().get(of) ?? find?.itemID;
  const isKnown = number !== undefined;
  async function forget() {
    await discard(of);
    next();
  }
  return (
    <Page title={isKnown ? t('register.registered') : t('register.waits')}>
      <div class="saved">
        <strong class="figure" role="status">
          {isKnown && may('items.read') ? <Link href={`/items/${number}`}>{number}</Link> : (number ?? '…')}
        </strong>
        {isKnown ? <Registered number={number} item={item} next={next} /> : <What item={item} />}
        {find && <p class="notice">{t('register.waitsText', { count: waiting.length })}</p>}
        <Button class="primary wide" onClick={next}>
          {t('register.next')}
        </Button>
        {isKnown && may('items.read') && (
          <Link class="button wide" href={`/labels?itemID=${number}`}>
            {t('step.label')}
          </Link>
        )}
        {find && <Link href="/waiting">{t('waiting.title')}</Link>}
        {find && !isKnown && !isUnderWay && <Button onClick={forget}>{t('register.takeBack')}</Button>}
      </div>
      {isKnown && <Similar itemID={number} />}
    </Page>
  );
}

const What = ({ item, children }: { item: string; children?: string }) => (
  <p>
    <bdi>{item}</bdi>
    {children && (
      <>
        {' · '}
        <bdi>{children}</bdi>
      </>
    )}
  </p>
);

/** The find as it is registered: put on a shelf, mended where something was mistaken, or taken back. */
function Registered({ number, item, next }: { number: number; item: string; next: () => void }) {
  const queries = useQueryClient();
  const key = ['my-finds', number];
  const { data: find = null } = useQuery({
    queryKey: key,
    queryFn: async () =>
      (await ask(listMyFinds({ client, query: { limit: LONGEST } }))).items.find(({ ID }) => ID === number) ?? null,
  });
  const words = useWords(find?.locationID);
  async function takeBack() {
    await ask(deleteItem({ client, path: { itemID: number } }));
    await queries.invalidateQueries();
    say(t('register.takenBack', { id: number }));
    next();
  }
  if (!find) return <What item={item} />;
  const entered = asEntered(find, words);
  const show = (mended: ItemRecord) => queries.setQueryData(key, mended);
  return (
    <>
      <What item={entered.item}>{[entered.location, placeOf(find)].filter(Boolean).join(' · ')}</What>
      <div class="buttons">
        {may('items.edit') && <ShelfButton items={[find]} />}
        <Mend item={find} changed={show} />
        {may('items.edit') && <Button onClick={takeBack}>{t('register.takeBack')}</Button>}
      </div>
    </>
  );
}

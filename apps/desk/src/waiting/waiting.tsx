import { useEffect, useState } from 'preact/hooks';
import { fieldName } from '../data/fields.js';
import { Page } from '../parts/page.js';
import { OwnPicture } from '../parts/photo.js';
import { Row } from '../parts/row.js';
import type { WaitingFind } from '../queue/database.js';
import { discard, mend, readRemoved, send, settleOthers, useIsRead, useOthers, useRemoved, useWaiting } from '../queue/queue.js';
import { ago } from '../texts/format.js';
import { named, t } from '../texts/texts.js';

/** The finds that are on this phone alone: why, and what can be done. */
export function Waiting() {
  const waiting = useWaiting();
  const removed = useRemoved();
  const others = useOthers();
  const isRead = useIsRead();
  useEffect(() => readRemoved, []);
  return (
    <Page title={t('waiting.title')}>
      {removed > 0 && <p class="notice">{t('waiting.removed', { count: removed })}</p>}
      <Others />
      {waiting.length === 0 ? (
        isRead && others === 0 && <p class="empty">{t('waiting.none')}</p>
      ) : (
        <>
          <p class="notice" role="status">
            {t('waiting.text', { count: waiting.length })}
          </p>
          <ul class="rows">
            {waiting.map((find) => (
              <Find key={find.key} find={find} />
            ))}
          </ul>
          <button type="button" class="primary wide" onClick={() => void send()}>
            {t('waiting.send')}
          </button>
        </>
      )}
    </Page>
  );
}

/** Finds of a person who worked here before: their words are not shown. */
function Others() {
  const count = useOthers();
  if (count === 0) return null;
  return (
    <div class="notice">
      <p>{t('waiting.others', { count })}</p>
      <div class="buttons">
        <button type="button" onClick={() => void settleOthers('take over')}>
          {t('waiting.takeOver')}
        </button>
        <button type="button" onClick={() => confirm(t('waiting.sure')) && void settleOthers('discard')}>
          {t('waiting.discard')}
        </button>
      </div>
    </div>
  );
}

/** A waiting find: a refused one can be mended and sent again. */
function Find({ find }: { find: WaitingFind }) {
  const { item, photos, savedAt, refused } = find;
  const [words, setWords] = useState(item.item);
  const [place, setPlace] = useState(item.location);
  const photo = photos[0];
  const wrong = refused?.fields.map((one) => fieldName(one.split(':', 1)[0]!)).join(', ');
  const state = refused ? `${named('problem', refused.code)} ${wrong}` : t('waiting.waits');
  return (
    <Row
      image={photo && <OwnPicture photo={photo} alt="" />}
      title={item.item}
      facts={[item.location, ago(savedAt)]}
      below={<span class={refused ? 'wrong' : 'facts'}>{state}</span>}
    >
      {refused && (
        <>
          <input aria-label={t('fact.item')} value={words} onInput={(event) => setWords(event.currentTarget.value)} />
          <input aria-label={t('fact.location')} value={place} onInput={(event) => setPlace(event.currentTarget.value)} />
          <button type="button" class="primary" onClick={() => void mend(find, { ...item, item: words, location: place })}>
            {t('waiting.again')}
          </button>
        </>
      )}
      <button type="button" onClick={() => confirm(t('waiting.sure')) && void discard(find.key)}>
        {t('waiting.discard')}
      </button>
    </Row>
  );
}

import { useEffect, useState } from 'preact/hooks';
import { Page } from '../parts/page.js';
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
          <button type="button" class="primary" onClick={() => void send()}>
            {t('waiting.send')}
          </button>
          <ul class="rows">
            {waiting.map((find) => (
              <Find key={find.key} find={find} />
            ))}
          </ul>
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

function Find({ find }: { find: WaitingFind }) {
  const [words, setWords] = useState(find.item.item);
  const [place, setPlace] = useState(find.item.location);
  return (
    <li class="row stacked">
      <span class="what">
        <Photo photo={find.photos[0]} />
        <strong>{find.item.item}</strong>
        <span class="facts">
          {find.item.location} · {ago(find.savedAt)}
        </span>
        <span class={find.refused ? 'wrong' : 'facts'}>
          {find.refused ? `${named('problem', find.refused.code)} ${find.refused.fields.join(' ')}` : t('waiting.waits')}
        </span>
      </span>
      {find.refused && (
        <>
          <input aria-label={t('fact.item')} value={words} onInput={(event) => setWords(event.currentTarget.value)} />
          <input aria-label={t('fact.location')} value={place} onInput={(event) => setPlace(event.currentTarget.value)} />
          <button type="button" class="primary" onClick={() => void mend(find, { ...find.item, item: words, location: place })}>
            {t('waiting.again')}
          </button>
        </>
      )}
      <button type="button" onClick={() => confirm(t('waiting.sure')) && void discard(find.key)}>
        {t('waiting.discard')}
      </button>
    </li>
  );
}

function Photo({ photo }: { photo: Blob | undefined }) {
  const [url, setUrl] = useState('');
  useEffect(() => {
    if (!photo) return;
    const made = URL.createObjectURL(photo);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [photo]);
  return url ? <img class="thumbnail" src={url} alt="" /> : null;
}

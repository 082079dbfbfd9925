import { useEffect } from 'preact/hooks';
import { Button } from '../../parts/button.js';
import { WaitingDeed } from '../../parts/deeds.js';
import { Page } from '../../parts/page.js';
import { settleOthers } from '../../queue/queue.js';
import { send } from '../../queue/sender.js';
import { readRemoved, useDeeds, useIsKept, useIsRead, useOthers, useRemoved, useWaiting } from '../../queue/state.js';
import { t } from '../../texts/texts.js';
import { Find } from './find.js';

/** Finds and deeds that are on this device alone: why, and what can be done. */
export function Waiting() {
  const waiting = useWaiting();
  const deeds = useDeeds();
  const removed = useRemoved();
  const others = useOthers();
  const isRead = useIsRead();
  const isKept = useIsKept();
  useEffect(() => readRemoved, []);
  return (
    <Page title={t('waiting.title')}>
      {removed > 0 && <p class="notice">{t('waiting.removed', { count: removed })}</p>}
      {!isKept && <p class="notice">{t('waiting.unkept')}</p>}
      <Others />
      {deeds.map((deed) => (
        <WaitingDeed key={deed.key} deed={deed} />
      ))}
      {waiting.length > 0 && (
        <>
          <p class="notice" role="status">
            {t('waiting.text', { count: waiting.length })}
          </p>
          <ul class="rows">
            {waiting.map((find) => (
              <Find key={find.key + String(find.refused?.photo)} find={find} />
            ))}
          </ul>
        </>
      )}
      {waiting.length + deeds.length > 0 ? (
        <Button class="primary wide" onClick={send}>
          {t('waiting.send')}
        </Button>
      ) : (
        isRead && others === 0 && <p class="empty">{t('waiting.none')}</p>
      )}
    </Page>
  );
}

/** The rest of a person who worked here before: their words are not shown. */
function Others() {
  const count = useOthers();
  if (count === 0) return null;
  return (
    <div class="notice">
      <p>{t('waiting.others', { count })}</p>
      <div class="buttons">
        <Button onClick={() => settleOthers('take over')}>{t('waiting.takeOver')}</Button>
        <Button onClick={() => confirm(t('waiting.sure')) && settleOthers('discard')}>{t('waiting.discard')}</Button>
      </div>
    </div>
  );
}

import { Link } from 'wouter-preact';
import { Similar } from '../item/similar.js';
import { Page } from '../parts/page.js';
import { useSentLast, useWaiting } from '../queue/queue.js';
import { may } from '../session/session.js';
import { t } from '../texts/texts.js';

/** After saving: the number as soon as there is one, the label, and the next find. */
export function Saved({ item, next }: { item: string; next: () => void }) {
  const waiting = useWaiting();
  const sent = useSentLast();
  const isSent = waiting.length === 0 && sent !== null;
  return (
    <Page title={isSent ? t('register.registered') : t('register.waits')}>
      <div class="saved" role="status">
        <strong class="figure">{isSent ? sent.itemID : '…'}</strong>
        <p>
          <bdi>{item}</bdi>
        </p>
        {!isSent && <p class="notice">{t('register.waitsText', { count: waiting.length })}</p>}
        <button type="button" class="primary wide" onClick={next}>
          {t('register.next')}
        </button>
        {isSent && may('items.read') && (
          <Link class="button wide" href={`/labels?itemID=${sent.itemID}`}>
            {t('step.label')}
          </Link>
        )}
        {!isSent && <Link href="/waiting">{t('waiting.title')}</Link>}
      </div>
      {isSent && <Similar itemID={sent.itemID} />}
    </Page>
  );
}

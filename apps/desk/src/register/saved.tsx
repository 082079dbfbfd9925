import { Link } from 'wouter-preact';
import { Similar } from '../item/similar.js';
import { Button } from '../parts/button.js';
import { Page } from '../parts/page.js';
import { useSent, useWaiting } from '../queue/state.js';
import { may } from '../session/session.js';
import { t } from '../texts/texts.js';

/** After saving: the number as soon as there is one, the label, and the next find. @param props.of the find's key */
export function Saved({ of, item, next }: { of: string; item: string; next: () => void }) {
  const waiting = useWaiting();
  const find = waiting.find(({ key }) => key === of);
  const number = useSent().get(of) ?? find?.itemID;
  return (
    <Page title={number === undefined ? t('register.waits') : t('register.registered')}>
      <div class="saved" role="status">
        <strong class="figure">{number ?? '…'}</strong>
        <p>
          <bdi>{item}</bdi>
        </p>
        {find && <p class="notice">{t('register.waitsText', { count: waiting.length })}</p>}
        <Button class="primary wide" onClick={next}>
          {t('register.next')}
        </Button>
        {number !== undefined && may('items.read') && (
          <Link class="button wide" href={`/labels?itemID=${number}`}>
            {t('step.label')}
          </Link>
        )}
        {find && <Link href="/waiting">{t('waiting.title')}</Link>}
      </div>
      {number !== undefined && <Similar itemID={number} />}
    </Page>
  );
}

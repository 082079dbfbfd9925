import type { ItemRecord } from '#client';
import { useItem } from '../data/records.js';
import { nameOf } from '../find/rows.js';
import { Icon } from '../parts/icon.js';
import { Page } from '../parts/page.js';
import { Status } from '../parts/status.js';
import { Trouble } from '../parts/trouble.js';
import { may } from '../session/session.js';
import { t } from '../texts/texts.js';
import { useLive } from '../today/live.js';
import { Candidates } from './candidates.js';
import { EditItem } from './edit.js';
import { Facts } from './facts.js';
import { NextStep } from './next-step.js';
import { Owner } from './owner.js';
import { Photos } from './photos.js';
import { Similar } from './similar.js';
import { Timeline } from './timeline.js';

/** An item: photos, facts, whose it is, the next step, and all that happened. */
export function ItemView({ id }: { id: string }) {
  useLive();
  const read = useItem(Number(id));
  if (read.error) {
    return (
      <Page title={t('item.title')} back>
        <Trouble error={read.error} />
      </Page>
    );
  }
  if (!read.data) return <Page title={t('item.title')} back children={<p aria-busy="true" />} />;
  const { data: item, etag } = read.data;
  return (
    <Page title={item.item} wide back actions={may('items.edit') && <EditItem item={item} etag={etag} />}>
      <p class="under-title">
        {t('item.number', { id: item.ID })} <Status value={item.status} />
        {item.hold && (
          <span class="held">
            <Icon name="hold" /> {t('item.onHold')}: {item.hold.reason}
          </span>
        )}
      </p>
      <div class="columns">
        <div>
          <Photos item={item} />
          <Facts item={item} />
        </div>
        <div>
          {may('items.edit') && <NextStep item={item} etag={etag} />}
          <Owner item={item} />
          {isOpen(item) && <Candidates item={item} />}
          <Similar itemID={item.ID} />
          <Timeline subject="items" id={item.ID} version={item.updatedAt} />
        </div>
      </div>
    </Page>
  );
}

/** Whether nobody knows yet whose it is. */
function isOpen({ status, owner }: ItemRecord): boolean {
  return (status === 'contact-missing' || status === 'wrong-owner') && nameOf(owner) === '';
}

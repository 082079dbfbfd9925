import { useLive } from '../../data/live.js';
import { nameOf, useItem } from '../../data/records.js';
import { useDeedsOf, WaitingDeed } from '../../parts/deeds.js';
import { Icon } from '../../parts/icon.js';
import { Page } from '../../parts/page.js';
import { Similar } from '../../parts/similar.js';
import { Status } from '../../parts/status.js';
import { Timeline } from '../../parts/timeline.js';
import { Trouble } from '../../parts/trouble.js';
import { may } from '../../session/session.js';
import { t } from '../../texts/texts.js';
import { Candidates } from './candidates.js';
import { EditItem } from './edit.js';
import { ItemFacts } from './facts.js';
import { NextStep, needsContact } from './next-step.js';
import { Owner } from './owner.js';
import { Photos } from './photos.js';

/** An item: photos, facts, owner, the next step, and all that happened. */
export function ItemView({ id }: { id: string }) {
  useLive();
  const read = useItem(Number(id));
  const deeds = useDeedsOf(['hand-over', 'remove-photo'], Number(id));
  if (!read.data) {
    return (
      <Page title={t('item.title')} wide back>
        <Trouble error={read.error} />
      </Page>
    );
  }
  const { data: item, etag } = read.data;
  const isForContact = new URLSearchParams(location.search).has('edit');
  return (
    <Page
      title={item.item}
      wide
      back
      actions={may('items.edit') && <EditItem item={item} etag={etag} isOpen={isForContact && !needsContact(item)} />}
    >
      <p class="under-title">
        {t('item.number', { id: item.ID })} <Status value={item.status} />
        {item.hold && (
          <span class="held">
            <Icon name="hold" /> {t('item.onHold')}
            {t('colon')} <bdi>{item.hold.reason}</bdi>
          </span>
        )}
      </p>
      {deeds.map((deed) => (
        <WaitingDeed key={deed.key} deed={deed} />
      ))}
      {/* On a phone the next step and the owner stand before the facts. */}
      <div class="columns whole">
        <div>
          <Photos item={item} />
          <ItemFacts item={item} />
        </div>
        <div>
          {may('items.edit') && !deeds.some(({ kind }) => kind === 'hand-over') && (
            <NextStep item={item} etag={etag} isForContact={isForContact} />
          )}
          <Owner item={item} etag={etag} />
          {needsContact(item) && nameOf(item.owner) === '' && <Candidates item={item} />}
          <Similar itemID={item.ID} />
          <Timeline
            subject="items"
            id={item.ID}
            locationID={item.locationID}
            email={item.owner.contactEmail}
            version={item.updatedAt}
          />
        </div>
      </div>
    </Page>
  );
}

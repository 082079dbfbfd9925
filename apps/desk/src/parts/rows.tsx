import type { ComponentChildren } from 'preact';
import type { ItemRecord, RequestRecord } from '#client';
import { nameOf, placeOf } from '../data/records.js';
import { ago, moment } from '../texts/format.js';
import { t } from '../texts/texts.js';
import { Icon } from './icon.js';
import { SmallPicture, Thumbnail } from './photo.js';
import { Row } from './row.js';
import { Status } from './status.js';

interface More {
  /** The time that matters in the list; by default when it was found or reported. */
  time?: string;
  /** The status is left out where a list has only one. */
  isPlain?: boolean;
  below?: ComponentChildren;
  isChosen?: boolean;
  choose?: ((isChosen: boolean) => void) | undefined;
  children?: ComponentChildren;
}

const when = (time: string) => <time title={moment(time)}>{ago(time)}</time>;

/** An item in a list: photo, what, where it was found, its owner; where it lies, and since when. */
export function ItemRow({ item, time, isPlain, below, isChosen, choose, children }: { item: ItemRecord } & More) {
  const hold = item.hold && (
    <span class="held" title={item.hold.reason ?? ''}>
      <Icon name="hold" /> {t('item.onHold')}
    </span>
  );
  return (
    <Row
      href={`/items/${item.ID}`}
      isChosen={isChosen}
      choose={choose}
      image={<Thumbnail item={item} />}
      title={item.item}
      sign={hold}
      facts={[t('item.number', { id: item.ID }), item.location, nameOf(item.owner)]}
      below={below}
      columns={[placeOf(item) && <bdi>{placeOf(item)}</bdi>, when(time ?? item.foundAt ?? item.createdAt)]}
      marks={!isPlain && <Status value={item.status} />}
    >
      {children}
    </Row>
  );
}

/** A Request in a list: its photo, what is sought, by whom, where it was lost, and since when. */
export function RequestRow({ request, time, isPlain, below, children }: { request: RequestRecord } & More) {
  return (
    <Row
      href={`/requests/${request.ID}`}
      image={<SmallPicture url={request.imageUrl} of={request.request} icon="requests" />}
      title={request.request}
      facts={[t('request.number', { id: request.requestNumber }), request.owner.name, request.location]}
      below={below}
      columns={[when(time ?? request.createdAt)]}
      marks={!isPlain && <Status value={request.status} />}
    >
      {children}
    </Row>
  );
}

import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import type { ItemRecord, RequestRecord } from '#client';
import { Icon } from '../parts/icon.js';
import { Thumbnail } from '../parts/photo.js';
import { Status } from '../parts/status.js';
import { ago, calendarDay } from '../texts/format.js';
import { t } from '../texts/texts.js';

export function nameOf({ firstName, lastName }: { firstName: string | null; lastName: string | null }): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}

/** Where an item lies. */
export function placeOf(item: ItemRecord): string {
  return item.storagePlace?.path ?? item.itemStorage ?? '';
}

/** An item in a list: photo, what, where it was found, whose, where it lies. @param children a button at its end */
export function ItemRow({ item, since, children }: { item: ItemRecord; since?: string; children?: ComponentChildren }) {
  const facts = [item.location, nameOf(item.owner), placeOf(item)].filter(Boolean);
  return (
    <li class="row">
      <Link href={`/items/${item.ID}`}>
        <Thumbnail item={item} />
        <span class="what">
          <strong>{item.item}</strong>
          <span class="facts">{facts.join(' · ')}</span>
          <span class="facts">
            {t('item.number', { id: item.ID })} · {since ? ago(since) : calendarDay(item.departuredDate)}
          </span>
        </span>
        <span class="marks">
          {item.hold && (
            <span class="held" title={item.hold.reason ?? ''}>
              <Icon name="hold" /> {t('item.onHold')}
            </span>
          )}
          <Status value={item.status} />
        </span>
      </Link>
      {children}
    </li>
  );
}

export function RequestRow({
  request,
  since,
  children,
}: {
  request: RequestRecord;
  since?: string;
  children?: ComponentChildren;
}) {
  const facts = [request.owner.name, request.location].filter(Boolean);
  return (
    <li class="row">
      <Link href={`/requests/${request.ID}`}>
        <span class="thumbnail none">
          <Icon name="requests" />
        </span>
        <span class="what">
          <strong>{request.request}</strong>
          <span class="facts">{facts.join(' · ')}</span>
          <span class="facts">
            {t('request.number', { id: request.requestNumber })} · {ago(since ?? request.createdAt)}
          </span>
        </span>
        <span class="marks">
          <Status value={request.status} />
        </span>
      </Link>
      {children}
    </li>
  );
}

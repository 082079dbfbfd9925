import type { ComponentChildren } from 'preact';
import type { ItemRecord } from '#client';
import { placeOf } from '../find/rows.js';
import { calendarDay, day, moment, price } from '../texts/format.js';
import { named, t } from '../texts/texts.js';

/** The known facts of an item; unknown ones are left out. */
export function Facts({ item }: { item: ItemRecord }) {
  const { payment, handover, disposal } = item;
  return (
    <dl class="facts-list">
      <Fact name={t('fact.location')}>{item.location}</Fact>
      <Fact name={t('fact.found')}>{item.foundAt ? moment(item.foundAt) : calendarDay(item.departuredDate)}</Fact>
      <Fact name={t('fact.place')}>{placeOf(item)}</Fact>
      <Fact name={t('fact.brand')}>{item.brand}</Fact>
      <Fact name={t('fact.colors')}>{item.colors.map((one) => named('color', one)).join(', ')}</Fact>
      <Fact name={t('fact.category')}>{item.categories.map((one) => named('thing', one)).join(', ')}</Fact>
      <Fact name={t('fact.handling')}>{item.handling === 'normal' ? null : named('thing', item.handling)}</Fact>
      <Fact name={t('fact.hiddenMark')}>{item.hiddenMark}</Fact>
      <Fact name={t('fact.notes')}>{item.internalNotes}</Fact>
      <Fact name={t('fact.foundBy')}>{item.foundBy}</Fact>
      <Fact name={t('fact.registeredBy')}>{item.registeredByName}</Fact>
      <Fact name={t('fact.until')}>{day(item.storageExpiresAt)}</Fact>
      {payment && (
        <Fact name={t('fact.payment')}>
          {price(payment.amount, payment.currency)} · {named('status', `payment-${payment.status}`)}
        </Fact>
      )}
      {handover && (
        <Fact name={t('fact.handover')}>
          {handover.to} · {named('thing', handover.identification)} · {moment(handover.at)} · {handover.by}
        </Fact>
      )}
      {disposal && (
        <Fact name={t('fact.disposal')}>
          {[named('thing', disposal.method), disposal.recipient, moment(disposal.at), disposal.by].filter(Boolean).join(' · ')}
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  if (children === null || children === '') return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

import { useLocation } from 'wouter-preact';
import {
  endItemHold,
  holdItem,
  type ItemRecord,
  type PaymentRefundRequest,
  recordItemResponse,
  refundItemPayment,
  reopenItem,
  reportItemPayment,
  reportItemShipment,
} from '#client';
import { hasLeft, useItemChange } from '../../data/records.js';
import { Amount, amountOf } from '../../parts/amount.js';
import { Button } from '../../parts/button.js';
import { Field } from '../../parts/field.js';
import { textIn } from '../../parts/form.js';
import { FormButton } from '../../parts/form-button.js';
import { ShelfButton } from '../../parts/shelves/shelf-choice.js';
import { client, isManager } from '../../session/session.js';
import { named, type TextKey, t } from '../../texts/texts.js';
import { Answer } from './answer.js';
import { EditItem } from './edit.js';

type Status = ItemRecord['status'];

const OVER: readonly Status[] = ['finished', 'delivered', 'anonymized', 'deleted'];
/** Whether nobody can be reached who may own it. */
export const needsContact = ({ status }: ItemRecord) => status === 'contact-missing' || status === 'wrong-owner';

/**
 * The next thing to do, by the status, and the other possible actions beside it.
 * @param props.isForContact the person came to add a contact
 */
export function NextStep({ item, etag, isForContact }: { item: ItemRecord; etag: string; isForContact: boolean }) {
  const [, go] = useLocation();
  const change = useItemChange(item);
  const to = { client, path: { itemID: item.ID }, headers: { 'If-Match': etag } };
  const doing = (call: () => Parameters<typeof change>[0]) => () => change(call());
  const going = (path: string) => () => go(path);
  const steps: Partial<Record<Status, [TextKey, () => unknown]>> = {
    'pickup-by-guest': ['step.handOver', going(`/items/${item.ID}/hand-over`)],
    'shipment-paid': ['step.pack', going(`/items/${item.ID}/pack`)],
    'pickup-scheduled': ['step.collected', doing(() => reportItemShipment({ ...to, body: { status: 'in-route' } }))],
    'in-route': ['step.delivered', doing(() => reportItemShipment({ ...to, body: { status: 'delivered' } }))],
    expired: ['step.dispose', going(`/dispose?itemID=${item.ID}`)],
    'left-behind': ['step.dispose', going(`/dispose?itemID=${item.ID}`)],
  };
  const step = item.hold ? undefined : steps[item.status];
  const isUnknown = needsContact(item);
  const isAsked = item.status === 'waiting-response';
  const answer = (
    <Answer item={item} class={isAsked ? 'primary wide' : ''} send={(body) => change(recordItemResponse({ ...to, body }))} />
  );
  return (
    <section class="next">
      {item.shipment?.problem && (
        <p class="notice">
          {t('pack.problem')}
          {t('colon')} {named('status', `parcel-${item.shipment.problem}`)}
        </p>
      )}
      {step && (
        <Button key={step[0]} class="primary wide" onClick={step[1]}>
          {t(step[0])}
        </Button>
      )}
      {isUnknown && <EditItem item={item} etag={etag} forContact isOpen={isForContact} />}
      {isAsked && answer}
      <div class="buttons">
        {!isAsked && answer}
        {item.payment?.status === 'open' && isManager() && (
          <Button onClick={doing(() => reportItemPayment({ ...to, body: { status: 'paid' } }))}>{t('step.paid')}</Button>
        )}
        {item.payment?.provider && item.payment.status === 'paid' && isManager() && (
          <Refund
            currency={item.payment.currency}
            send={(body) => change(refundItemPayment({ client, path: { itemID: item.ID }, body }))}
          />
        )}
        {!OVER.includes(item.status) && item.status !== 'pickup-by-guest' && !item.hold && (
          <Button onClick={going(`/items/${item.ID}/hand-over`)}>{t('step.handOver')}</Button>
        )}
        {item.hold ? (
          <Button onClick={doing(() => endItemHold(to))}>{t('step.endHold')}</Button>
        ) : (
          !OVER.includes(item.status) && (
            <WithReason name="hold" title={t('step.hold')} send={(reason) => change(holdItem({ ...to, body: { reason } }))} />
          )
        )}
        {(item.status === 'finished' || item.status === 'left-behind') && (
          <WithReason name="reopen" title={t('step.reopen')} send={(reason) => change(reopenItem({ ...to, body: { reason } }))} />
        )}
        {item.status === 'pickup-scheduled' && item.shipment?.provider && (
          <Button onClick={going(`/items/${item.ID}/pack`)}>{t('pack.label')}</Button>
        )}
        {!hasLeft(item) && <ShelfButton items={[item]} />}
        <Button onClick={going(`/labels?itemID=${item.ID}`)}>{t('step.label')}</Button>
      </div>
    </section>
  );
}

/** Gives back what the guest paid, all of it unless an amount is entered. */
function Refund({ currency, send }: { currency: string; send: (body: PaymentRefundRequest) => Promise<unknown> }) {
  const given = (form: FormData) => {
    const amount = textIn(form, 'amount');
    return send({ amount: amount === null ? null : amountOf(amount), reason: textIn(form, 'reason') ?? '' });
  };
  return (
    <FormButton name="refund" text={t('step.refund')} send={given}>
      <Field label={t('refund.amount')} path="amount" hint={t('refund.all')}>
        <Amount name="amount" currency={currency} />
      </Field>
      <Field label={t('step.reason')} path="reason">
        <input name="reason" required maxLength={2000} />
      </Field>
    </FormButton>
  );
}

function WithReason({ name, title, send }: { name: string; title: string; send: (reason: string) => Promise<unknown> }) {
  return (
    <FormButton name={name} text={title} send={(given) => send(textIn(given, 'reason') ?? '')}>
      <Field label={t('step.reason')} path="reason">
        <input name="reason" required maxLength={500} />
      </Field>
    </FormButton>
  );
}

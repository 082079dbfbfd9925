import { useRef, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import {
  changeItemStatus,
  endItemHold,
  holdItem,
  type ItemRecord,
  recordItemResponse,
  reopenItem,
  reportItemPayment,
  reportItemShipment,
} from '#client';
import { useItemChange } from '../data/records.js';
import { Dialog } from '../parts/dialog.js';
import { Field } from '../parts/field.js';
import { Trouble } from '../parts/trouble.js';
import { client } from '../session/session.js';
import { type TextKey, t } from '../texts/texts.js';

const OVER: readonly string[] = ['finished', 'delivered', 'anonymized', 'deleted'];

/** The one thing to do next, by the status, and beside it what else may be done. */
export function NextStep({ item, etag }: { item: ItemRecord; etag: string }) {
  const [, go] = useLocation();
  const [error, setError] = useState<unknown>(null);
  const change = useItemChange();
  const to = { client, path: { itemID: item.ID }, headers: { 'If-Match': etag } };
  const doing = (call: () => Parameters<typeof change>[0]) => () => {
    setError(null);
    change(call()).catch(setError);
  };
  const steps: Partial<Record<ItemRecord['status'], [TextKey, () => void]>> = {
    'pickup-by-guest': ['step.handOver', () => go(`/items/${item.ID}/hand-over`)],
    'shipment-paid': ['step.pack', () => go(`/items/${item.ID}/pack`)],
    'pickup-scheduled': ['step.collected', doing(() => reportItemShipment({ ...to, body: { status: 'in-route' } }))],
    'in-route': ['step.delivered', doing(() => reportItemShipment({ ...to, body: { status: 'delivered' } }))],
    expired: ['step.dispose', () => go(`/dispose?itemID=${item.ID}`)],
    'left-behind': ['step.dispose', () => go(`/dispose?itemID=${item.ID}`)],
  };
  const step = steps[item.status];
  return (
    <section class="next">
      <Trouble error={error} />
      {step && !item.hold && (
        <button type="button" class="primary wide" onClick={step[1]}>
          {t(step[0])}
        </button>
      )}
      <div class="buttons">
        {item.status === 'waiting-response' && <Answer send={(body) => change(recordItemResponse({ ...to, body }))} />}
        {item.payment?.status === 'open' && (
          <button type="button" onClick={doing(() => reportItemPayment({ ...to, body: { status: 'paid' } }))}>
            {t('step.paid')}
          </button>
        )}
        {!OVER.includes(item.status) && item.status !== 'pickup-by-guest' && !item.hold && (
          <button type="button" onClick={() => go(`/items/${item.ID}/hand-over`)}>
            {t('step.handOver')}
          </button>
        )}
        {item.hold ? (
          <button type="button" onClick={doing(() => endItemHold(to))}>
            {t('step.endHold')}
          </button>
        ) : (
          !OVER.includes(item.status) && (
            <WithReason title={t('step.hold')} send={(reason) => change(holdItem({ ...to, body: { reason } }))} />
          )
        )}
        {(item.status === 'finished' || item.status === 'left-behind') && (
          <WithReason title={t('step.reopen')} send={(reason) => change(reopenItem({ ...to, body: { reason } }))} />
        )}
        {item.status === 'waiting-response' && !item.hold && (
          <button type="button" onClick={doing(() => changeItemStatus({ ...to, body: { status: 'left-behind' } }))}>
            {t('step.leave')}
          </button>
        )}
        <button type="button" onClick={() => go(`/labels?itemID=${item.ID}`)}>
          {t('step.label')}
        </button>
      </div>
    </section>
  );
}

/** The guest's answer, given on the telephone or at the counter. */
function Answer({ send }: { send: (body: { response: 'pickup' | 'ship' | 'leave' | 'not-mine' }) => Promise<unknown> }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [error, setError] = useState<unknown>(null);
  const choose = (response: 'pickup' | 'ship' | 'leave' | 'not-mine') => () => {
    send({ response }).then(() => dialog.current?.close(), setError);
  };
  return (
    <>
      <button type="button" class="primary" onClick={() => dialog.current?.showModal()}>
        {t('step.answer')}
      </button>
      <Dialog dialog={dialog} title={t('step.answer')}>
        <Trouble error={error} />
        <div class="choices">
          {(['pickup', 'ship', 'leave', 'not-mine'] as const).map((response) => (
            <button key={response} type="button" onClick={choose(response)}>
              {t(`answer.${response}`)}
            </button>
          ))}
        </div>
      </Dialog>
    </>
  );
}

function WithReason({ title, send }: { title: string; send: (reason: string) => Promise<unknown> }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [error, setError] = useState<unknown>(null);
  function submit(event: SubmitEvent) {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget as HTMLFormElement).get('reason'));
    send(reason).then(() => dialog.current?.close(), setError);
  }
  return (
    <>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        {title}
      </button>
      <Dialog dialog={dialog} title={title}>
        <form onSubmit={submit}>
          <Trouble error={error} />
          <Field label={t('step.reason')}>
            <input name="reason" required maxLength={500} />
          </Field>
          <button type="submit" class="primary wide">
            {title}
          </button>
        </form>
      </Dialog>
    </>
  );
}

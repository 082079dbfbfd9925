import { useState } from 'preact/hooks';
import type { ItemRecord, OwnerResponseRequest } from '#client';
import { AddressFields, addressIn } from '../../parts/address.js';
import { Button } from '../../parts/button.js';
import { DialogButton } from '../../parts/dialog.js';
import { Form } from '../../parts/form.js';
import { Trouble } from '../../parts/trouble.js';
import { t } from '../../texts/texts.js';

const ANY = ['pickup', 'ship', 'leave', 'not-mine'] as const;
/** The answers a guest may give in each status: any, later the other way of return until a carrier is booked. */
const ANSWERS: Partial<Record<ItemRecord['status'], readonly (typeof ANY)[number][]>> = {
  'contact-missing': ANY,
  'waiting-response': ANY,
  'pickup-by-guest': ['ship'],
  'shipment-paid': ['pickup'],
};

/** The guest's answer, given on the telephone or at the counter; of one who wants it sent, with the address. */
export function Answer(props: { item: ItemRecord; class: string; send: (body: OwnerResponseRequest) => Promise<unknown> }) {
  const title = t('step.answer');
  if (!ANSWERS[props.item.status]) return null;
  return (
    <DialogButton text={title} title={title} class={props.class}>
      {(close) => <Answers item={props.item} send={(body) => props.send(body).then(close)} />}
    </DialogButton>
  );
}

function Answers({ item, send }: { item: ItemRecord; send: (body: OwnerResponseRequest) => Promise<unknown> }) {
  const [error, setError] = useState<unknown>(null);
  const [isSent, setSent] = useState(false);
  const choices = ANSWERS[item.status] ?? [];
  if (isSent) {
    return (
      <Form name="answer" send={(given) => send({ response: 'ship', address: addressIn(given) })}>
        <AddressFields owner={item.owner} path="address" />
        <Button type="submit" class="primary wide">
          {t('answer.ship')}
        </Button>
      </Form>
    );
  }
  return (
    <>
      <Trouble error={error} />
      <div class="choices">
        {choices.map((response) => (
          <Button key={response} onClick={() => (response === 'ship' ? setSent(true) : send({ response }).catch(setError))}>
            {t(`answer.${response}`)}
          </Button>
        ))}
      </div>
    </>
  );
}

import { useRef } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { type ItemRecord, reportItemShipment, updateItem } from '#client';
import { useItem, useItemChange } from '../data/records.js';
import { addressLines } from '../item/address.js';
import { paymentOf } from '../item/facts.js';
import { Field } from '../parts/field.js';
import { Form, textIn } from '../parts/form.js';
import { ItemCard } from '../parts/item-card.js';
import { NONE, Options } from '../parts/options.js';
import { Page } from '../parts/page.js';
import { Scan } from '../parts/scan.js';
import { sayTrouble } from '../parts/toast.js';
import { Trouble } from '../parts/trouble.js';
import { client } from '../session/session.js';
import { WEIGHT_CLASSES, weight } from '../texts/format.js';
import { t } from '../texts/texts.js';

const CARRIERS = ['DHL', 'UPS', 'FedEx', 'DPD', 'GLS', 'PostNL', 'USPS'];

/** The parcel: its address as lines of a label, whether it is paid, its weight, the carrier and its number. */
export function Pack({ id }: { id: string }) {
  const read = useItem(Number(id));
  return (
    <Page title={t('pack.title')} back>
      <Trouble error={read.error} />
      {read.data && <Parcel item={read.data.data} etag={read.data.etag} />}
    </Page>
  );
}

function Parcel({ item, etag }: { item: ItemRecord; etag: string }) {
  const [, go] = useLocation();
  const change = useItemChange();
  const number = useRef<HTMLInputElement>(null);
  const to = { client, path: { itemID: item.ID }, headers: { 'If-Match': etag } };
  const { dimensions } = item.shipping;

  async function send(given: FormData) {
    const status = given.get('handed') ? 'in-route' : 'pickup-scheduled';
    const body = { status, carrier: textIn(given, 'carrier'), trackingNumber: textIn(given, 'trackingNumber') } as const;
    await change(reportItemShipment({ ...to, body }));
    go(`/items/${item.ID}`, { replace: true });
  }
  const weigh = (ID: number) => {
    const shipping = { weight: { ID }, dimensions: dimensions ?? { fitsInServicePackaging: true } };
    change(updateItem({ ...to, body: { shipping } })).catch(sayTrouble);
  };

  return (
    <Form send={send}>
      <ItemCard item={item} />
      {item.owner.address ? (
        <address class="parcel">
          {addressLines(item.owner).map((line) => (
            <bdi key={line}>{line}</bdi>
          ))}
        </address>
      ) : (
        <p class="notice">
          {t('pack.noAddress')} <Link href={`/items/${item.ID}`}>{t('item.edit')}</Link>
        </p>
      )}
      <p class={item.payment && item.payment.status !== 'paid' ? 'notice' : undefined}>
        {paymentOf(item) ?? t('pack.hotelPays')}
      </p>
      <Field label={t('pack.weight')}>
        <select onChange={(event) => weigh(Number(event.currentTarget.value))}>
          <Options
            of={[NONE, ...WEIGHT_CLASSES.map((one) => [one, weight(one)] as const)]}
            chosen={item.shipping.weight?.ID ?? null}
          />
        </select>
      </Field>
      <Field label={t('pack.carrier')} path="carrier">
        <input name="carrier" list="carriers" maxLength={100} />
      </Field>
      <datalist id="carriers">
        {CARRIERS.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div class="beside">
        <Field label={t('pack.number')} path="trackingNumber">
          <input name="trackingNumber" ref={number} dir="ltr" maxLength={100} autocapitalize="characters" />
        </Field>
        <Scan
          onRead={(code) => {
            number.current!.value = code.slice(0, 100);
          }}
        />
      </div>
      <label class="check">
        <input type="checkbox" name="handed" defaultChecked /> {t('pack.handed')}
      </label>
      <div class="buttons">
        <button type="submit" class="primary">
          {t('pack.sent')}
        </button>
        <button type="button" onClick={() => print()}>
          {t('pack.print')}
        </button>
      </div>
    </Form>
  );
}

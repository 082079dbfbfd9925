import { useRef, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { type ItemRecord, reportItemShipment, updateItem } from '#client';
import { paymentOf } from '../../data/fields.js';
import { useLive } from '../../data/live.js';
import { useItem, useItemChange, useShipping } from '../../data/records.js';
import { useParcelAddress } from '../../parts/address.js';
import { Button } from '../../parts/button.js';
import { CodeInput } from '../../parts/code-input.js';
import { Field } from '../../parts/field.js';
import { Form, textIn } from '../../parts/form.js';
import { ItemCard } from '../../parts/item-card.js';
import { NONE, Options } from '../../parts/options.js';
import { Page } from '../../parts/page.js';
import { start } from '../../parts/press.js';
import { Trouble } from '../../parts/trouble.js';
import { client } from '../../session/session.js';
import { WEIGHT_CLASSES, weight } from '../../texts/format.js';
import { t } from '../../texts/texts.js';
import { BoughtLabel, CarrierLabel } from './carrier-label.js';

const CARRIERS = ['DHL', 'UPS', 'FedEx', 'DPD', 'GLS', 'PostNL', 'USPS'];

/** The parcel: its address as lines of a label, whether it is paid, its weight, the carrier and its number. */
export function Pack({ id }: { id: string }) {
  // A label may be bought after its answer was lost.
  useLive();
  const read = useItem(Number(id));
  return (
    <Page title={t('pack.title')} back>
      <Trouble error={read.error} />
      {read.data && <Packing item={read.data.data} etag={read.data.etag} />}
    </Page>
  );
}

/** Where it goes, and a label of the Location's carrier, or a parcel that goes another way. */
function Packing({ item, etag }: { item: ItemRecord; etag: string }) {
  const { data: shipping, isLoading } = useShipping(item.locationID);
  const lines = useParcelAddress(item);
  const isBought = item.status === 'pickup-scheduled' && item.shipment?.provider != null;
  const isOwn = !isLoading && shipping?.carrierID == null && !isBought;
  return (
    <>
      <ItemCard item={item} />
      {item.owner.address ? (
        <address class="parcel lines" dir="ltr">
          {lines.map((line) => (
            <bdi key={line}>{line}</bdi>
          ))}
        </address>
      ) : (
        <p class="notice">
          {t('pack.noAddress')} <Link href={`/items/${item.ID}`}>{t('item.edit')}</Link>
        </p>
      )}
      {isOwn && <Parcel item={item} etag={etag} />}
      {isBought && <BoughtLabel item={item} />}
      {!isLoading && !isOwn && !isBought && (
        <>
          <CarrierLabel item={item} />
          <details class="panel">
            <summary>{t('pack.otherwise')}</summary>
            <Parcel item={item} etag={etag} />
          </details>
        </>
      )}
    </>
  );
}

function Parcel({ item, etag }: { item: ItemRecord; etag: string }) {
  const [, go] = useLocation();
  const change = useItemChange(item);
  const number = useRef<HTMLInputElement>(null);
  /** The choice that is not saved. */
  const [weighed, setWeighed] = useState<number | null>(null);
  const { dimensions } = item.shipping;
  const to = (version: string) => ({ client, path: { itemID: item.ID }, headers: { 'If-Match': version } });

  async function weigh(ID: number): Promise<string> {
    setWeighed(ID);
    const shipping = { weight: { ID }, dimensions: dimensions ?? { fitsInServicePackaging: true } };
    const { etag: version } = await change(updateItem({ ...to(etag), body: { shipping } }));
    setWeighed(null);
    return version;
  }

  async function send(given: FormData) {
    const status = given.get('handed') ? 'in-route' : 'pickup-scheduled';
    const body = { status, carrier: textIn(given, 'carrier'), trackingNumber: textIn(given, 'trackingNumber') } as const;
    const version = weighed === null ? etag : await weigh(weighed);
    await change(reportItemShipment({ ...to(version), body }));
    go(`/items/${item.ID}`, { replace: true });
  }

  return (
    <Form name="pack" send={send}>
      <p class={item.payment && item.payment.status !== 'paid' ? 'notice' : undefined}>
        {paymentOf(item) ?? t('pack.hotelPays')}
      </p>
      <Field label={t('pack.weight')} hint={weighed === null ? undefined : t('pack.unsaved')}>
        <select onChange={({ currentTarget }) => start(currentTarget, () => weigh(Number(currentTarget.value)))}>
          <Options
            of={[NONE, ...WEIGHT_CLASSES.map((one) => [one, weight(one)] as const)]}
            chosen={weighed ?? item.shipping.weight?.ID ?? null}
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
      <CodeInput
        name="trackingNumber"
        label={t('pack.number')}
        path="trackingNumber"
        field={number}
        dir="ltr"
        maxLength={100}
        autocapitalize="characters"
        onRead={({ text }) => {
          number.current!.value = text.trim();
          number.current!.dispatchEvent(new Event('input', { bubbles: true }));
        }}
      />
      <label class="check">
        <input type="checkbox" name="handed" defaultChecked /> {t('pack.handed')}
      </label>
      <div class="buttons">
        <Button type="submit" class="primary">
          {t('pack.sent')}
        </Button>
        <Button onClick={() => print()}>{t('pack.print')}</Button>
      </div>
    </Form>
  );
}

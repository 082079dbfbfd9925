import { useRef, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { type ItemRecord, reportItemShipment } from '#client';
import { useItem, useItemChange } from '../data/records.js';
import { nameOf, placeOf } from '../find/rows.js';
import { Field } from '../parts/field.js';
import { Page } from '../parts/page.js';
import { Thumbnail } from '../parts/photo.js';
import { Scan } from '../parts/scan.js';
import { Trouble } from '../parts/trouble.js';
import { client } from '../session/session.js';
import { country, price } from '../texts/format.js';
import { named, t } from '../texts/texts.js';

/** The parcel: its address as lines of a label, whether it is paid, the carrier and its number. */
export function Pack({ id }: { id: string }) {
  const read = useItem(Number(id));
  return (
    <Page title={t('pack.title')} back>
      <Trouble error={read.error} />
      {read.data && <Form item={read.data.data} etag={read.data.etag} />}
    </Page>
  );
}

function Form({ item, etag }: { item: ItemRecord; etag: string }) {
  const [, go] = useLocation();
  const [error, setError] = useState<unknown>(null);
  const change = useItemChange();
  const number = useRef<HTMLInputElement>(null);
  async function submit(event: SubmitEvent) {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const carrier = String(form.get('carrier')).trim() || null;
    const trackingNumber = String(form.get('trackingNumber')).trim() || null;
    const body = { status: form.get('handed') ? 'in-route' : 'pickup-scheduled', carrier, trackingNumber } as const;
    try {
      await change(reportItemShipment({ client, path: { itemID: item.ID }, headers: { 'If-Match': etag }, body }));
      go(`/items/${item.ID}`, { replace: true });
    } catch (cause) {
      setError(cause);
    }
  }
  return (
    <form class="narrow" onSubmit={submit}>
      <div class="card">
        <Thumbnail item={item} />
        <span class="what">
          <strong>{item.item}</strong>
          <span class="facts">{t('item.number', { id: item.ID })}</span>
          <strong>{placeOf(item)}</strong>
        </span>
      </div>
      <address class="parcel">
        {linesOf(item).map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <p>{paidOf(item)}</p>
      <Trouble error={error} />
      <Field label={t('pack.carrier')}>
        <input name="carrier" list="carriers" maxLength={100} />
      </Field>
      <datalist id="carriers">
        {['DHL', 'UPS', 'FedEx', 'DPD', 'GLS', 'PostNL', 'USPS'].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div class="beside">
        <Field label={t('pack.number')}>
          <input name="trackingNumber" ref={number} maxLength={100} autocapitalize="characters" />
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
        <button type="button" onClick={() => print()}>
          {t('pack.print')}
        </button>
        <button type="submit" class="primary">
          {t('pack.sent')}
        </button>
      </div>
    </form>
  );
}

/** The address as it stands on a parcel. */
function linesOf({ owner }: ItemRecord): string[] {
  const { address } = owner;
  if (!address) return [nameOf(owner)];
  const lines = [
    address.recipient ?? nameOf(owner),
    address.companyName,
    address.address,
    address.address2,
    [address.zipCode, address.city, address.state].filter(Boolean).join(' '),
    address.countryID && country(address.countryID),
    address.phoneNumber ?? owner.phoneNumber,
  ];
  return lines.filter((line): line is string => Boolean(line));
}

function paidOf({ payment }: ItemRecord): string {
  if (!payment) return t('pack.hotelPays');
  return `${price(payment.amount, payment.currency)} · ${named('status', `payment-${payment.status}`)}`;
}

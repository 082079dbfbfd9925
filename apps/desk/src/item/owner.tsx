import { useQueryClient } from '@tanstack/preact-query';
import { useRef, useState } from 'preact/hooks';
import encodeQR from 'qr';
import { createItemGuestLink, type ItemRecord, writeToItemOwner } from '#client';
import { useShipping } from '../data/records.js';
import { nameOf } from '../find/rows.js';
import { Dialog } from '../parts/dialog.js';
import { say } from '../parts/toast.js';
import { textOf } from '../parts/trouble.js';
import { ask } from '../session/problem.js';
import { client, may } from '../session/session.js';
import { country, price } from '../texts/format.js';
import { t } from '../texts/texts.js';
import { WriteMessage } from './write-message.js';

/** The owner, and the ways to reach them. */
export function Owner({ item }: { item: ItemRecord }) {
  const { owner } = item;
  const name = nameOf(owner);
  const hasContact = Boolean(owner.contactEmail || owner.phoneNumber);
  return (
    <section>
      <h2>{t('owner.title')}</h2>
      {name || hasContact ? (
        <address>
          {name && <strong>{name}</strong>}
          {owner.phoneNumber && <a href={`tel:${owner.phoneNumber}`}>{owner.phoneNumber}</a>}
          {owner.contactEmail && <a href={`mailto:${owner.contactEmail}`}>{owner.contactEmail}</a>}
          {owner.reservationNumber && <span>{t('owner.reservation', { number: owner.reservationNumber })}</span>}
          {owner.address && (
            <span>{[owner.address.address, owner.address.zipCode, owner.address.city].filter(Boolean).join(', ')}</span>
          )}
        </address>
      ) : (
        <p>{t('owner.unknown')}</p>
      )}
      {may('items.edit') && (
        <div class="buttons">
          <GuestLink item={item} />
          {hasContact && <Resend item={item} />}
          {hasContact && <WriteMessage item={item} />}
        </div>
      )}
      <Prices item={item} />
    </section>
  );
}

function GuestLink({ item }: { item: ItemRecord }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [url, setUrl] = useState('');
  async function open() {
    try {
      const link = await ask(createItemGuestLink({ client, path: { itemID: item.ID } }));
      setUrl(link.url);
      dialog.current?.showModal();
    } catch (error) {
      say(textOf(error));
    }
  }
  return (
    <>
      <button type="button" onClick={() => void open()}>
        {t('owner.link')}
      </button>
      <Dialog dialog={dialog} title={t('owner.link')}>
        {url && <img class="qr" src={qrOf(url)} alt={t('owner.qr')} />}
        <input readOnly value={url} aria-label={t('owner.link')} onFocus={(event) => event.currentTarget.select()} />
        <button
          type="button"
          class="primary wide"
          onClick={() => navigator.clipboard.writeText(url).then(() => say(t('owner.copied')))}
        >
          {t('owner.copy')}
        </button>
      </Dialog>
    </>
  );
}

/** A QR code as a picture of its own, which the policy of the page allows. */
export function qrOf(text: string): string {
  return `data:image/svg+xml,${encodeURIComponent(encodeQR(text, 'svg'))}`;
}

function Resend({ item }: { item: ItemRecord }) {
  const queries = useQueryClient();
  async function send() {
    try {
      await ask(writeToItemOwner({ client, path: { itemID: item.ID }, body: { kind: 'resend' } }));
      await queries.invalidateQueries({ queryKey: ['timeline'] });
      say(t('owner.sent'));
    } catch (error) {
      say(textOf(error));
    }
  }
  return (
    <button type="button" onClick={() => void send()}>
      {t('owner.resend')}
    </button>
  );
}

/** The price of sending, to be read out on the telephone. */
function Prices({ item }: { item: ItemRecord }) {
  const shipping = useShipping(item.locationID).data;
  const [wanted, setWanted] = useState(item.owner.address?.countryID ?? '');
  if (!shipping || shipping.rates.length === 0) return null;
  const countries = [...new Set(shipping.rates.flatMap((rate) => rate.countries ?? []))].sort((a, b) =>
    country(a).localeCompare(country(b)),
  );
  const weight = item.shipping.weight?.ID ?? null;
  const rate = shipping.rates.find((one) => fits(one.countries, wanted) && fits(one.weightID, weight));
  return (
    <p class="price">
      <label>
        {t('owner.priceTo')}{' '}
        <select value={wanted} onChange={(event) => setWanted(event.currentTarget.value)}>
          <option value="">{t('owner.elsewhere')}</option>
          {countries.map((code) => (
            <option key={code} value={code}>
              {country(code)}
            </option>
          ))}
        </select>
      </label>{' '}
      <output>
        {rate
          ? `${price(rate.price, shipping.currency)}${rate.days ? ` · ${t('owner.days', { days: rate.days })}` : ''}`
          : t('owner.noPrice')}
      </output>{' '}
      <small>{shipping.paidBy === 'guest' ? t('owner.guestPays') : t('owner.hotelPays')}</small>
    </p>
  );
}

/** Rates are for named countries or weights, or for all of them: null. */
function fits<Value>(of: readonly Value[] | Value | null, wanted: Value): boolean {
  return of === null || (Array.isArray(of) ? of.includes(wanted) : of === wanted);
}

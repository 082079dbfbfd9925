import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { createItemGuestLink, type ItemRecord, updateItem, writeToItemOwner } from '#client';
import { nameOf, useItemChange } from '../../data/records.js';
import { AddressFields, addressIn, useParcelAddress } from '../../parts/address.js';
import { Button } from '../../parts/button.js';
import { copy } from '../../parts/copy.js';
import { DialogButton } from '../../parts/dialog.js';
import { Field } from '../../parts/field.js';
import { textIn } from '../../parts/form.js';
import { FormButton } from '../../parts/form-button.js';
import { qrOf } from '../../parts/qr.js';
import { Trouble } from '../../parts/trouble.js';
import { ask } from '../../session/problem.js';
import { client, may } from '../../session/session.js';
import { say } from '../../texts/say.js';
import { t } from '../../texts/texts.js';
import { Prices } from './prices.js';

/** The owner, and the ways to reach them. */
export function Owner({ item, etag }: { item: ItemRecord; etag: string }) {
  const { owner } = item;
  const name = nameOf(owner);
  const hasContact = Boolean(owner.contactEmail || owner.phoneNumber);
  const lines = useParcelAddress(item);
  return (
    <section class="owner">
      <h2>{t('owner.title')}</h2>
      {name || hasContact ? (
        <address>
          {name && <strong>{name}</strong>}
          {owner.phoneNumber && (
            <a href={`tel:${owner.phoneNumber}`} dir="ltr">
              {owner.phoneNumber}
            </a>
          )}
          {owner.contactEmail && <a href={`mailto:${owner.contactEmail}`}>{owner.contactEmail}</a>}
          {owner.reservationNumber && <span>{t('owner.reservation', { number: owner.reservationNumber })}</span>}
        </address>
      ) : (
        <p>{t('owner.unknown')}</p>
      )}
      {owner.address && (
        <address class="lines" dir="ltr">
          {lines.map((line) => (
            <bdi key={line}>{line}</bdi>
          ))}
        </address>
      )}
      {may('items.edit') && (
        <div class="buttons">
          <GuestLink item={item} />
          {hasContact && <Writing itemID={item.ID} />}
          <Address item={item} etag={etag} />
        </div>
      )}
      <Prices item={item} />
    </section>
  );
}

function GuestLink({ item }: { item: ItemRecord }) {
  return (
    <DialogButton text={t('owner.link')} title={t('owner.link')}>
      {() => <Link itemID={item.ID} />}
    </DialogButton>
  );
}

/** The guest's link, to be scanned by the guest's phone at the counter, or copied. */
function Link({ itemID }: { itemID: number }) {
  const { data, error } = useQuery({
    queryKey: ['guest-link', itemID],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => ask(createItemGuestLink({ client, path: { itemID } })),
  });
  if (!data) return <Trouble error={error} />;
  return (
    <>
      <img class="qr" src={qrOf(data.url)} alt={t('owner.qr')} />
      <input readOnly dir="ltr" value={data.url} aria-label={t('owner.link')} onFocus={(event) => event.currentTarget.select()} />
      <Button class="primary wide" onClick={() => copy(data.url)}>
        {t('owner.copy')}
      </Button>
    </>
  );
}

/** The message of the item's status once more, or one in the clerk's own words. */
function Writing({ itemID }: { itemID: number }) {
  const queries = useQueryClient();
  async function send(body: { kind: 'resend' } | { kind: 'text'; text: string }) {
    const { status } = await ask(writeToItemOwner({ client, path: { itemID }, body }));
    await queries.invalidateQueries({ queryKey: ['timeline'] });
    say(t(status === 'held' ? 'owner.held' : 'owner.waits'));
  }
  return (
    <>
      <Button onClick={() => send({ kind: 'resend' })}>{t('owner.resend')}</Button>
      <FormButton
        name="write"
        text={t('owner.write')}
        submit={t('owner.send')}
        send={(given) => send({ kind: 'text', text: textIn(given, 'text') ?? '' })}
      >
        <Field label={t('owner.text')} path="text">
          <textarea name="text" rows={6} required />
        </Field>
      </FormButton>
    </>
  );
}

function Address({ item, etag }: { item: ItemRecord; etag: string }) {
  const change = useItemChange(item);
  const to = { client, path: { itemID: item.ID }, headers: { 'If-Match': etag } };
  return (
    <FormButton
      name="address"
      text={t('owner.address')}
      submit={t('item.save')}
      send={(given) => change(updateItem({ ...to, body: { owner: { address: addressIn(given) } } }))}
    >
      <AddressFields owner={item.owner} path="owner.address" />
    </FormButton>
  );
}

import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import {
  buyShipmentLabel,
  getShipmentLabel,
  type ItemRecord,
  type LabelRequest,
  listShipmentOffers,
  voidShipmentLabel,
} from '#client';
import { useItemChange } from '../../data/records.js';
import { CountryField } from '../../parts/address.js';
import { Amount, amountOf } from '../../parts/amount.js';
import { Button } from '../../parts/button.js';
import { Field } from '../../parts/field.js';
import { Form, textIn } from '../../parts/form.js';
import { Options } from '../../parts/options.js';
import { Trouble } from '../../parts/trouble.js';
import { ask, Problem } from '../../session/problem.js';
import { client } from '../../session/session.js';
import { price } from '../../texts/format.js';
import { say } from '../../texts/say.js';
import { t } from '../../texts/texts.js';

type Customs = NonNullable<LabelRequest['customs']>;

/** The prices that carriers take for the parcel, the cheapest chosen, and the label. Customs are asked for once the service wants them. */
export function CarrierLabel({ item }: { item: ItemRecord }) {
  const change = useItemChange(item);
  const [isDeclared, setDeclared] = useState(false);
  const path = { itemID: item.ID };
  const offers = useQuery({
    queryKey: ['offers', item.ID, item.shipping, item.owner.address],
    staleTime: 60_000,
    retry: false,
    queryFn: () => ask(listShipmentOffers({ client, path, body: {} })),
  });

  async function buy(given: FormData) {
    const body = { service: textIn(given, 'service'), ...(isDeclared && { customs: customsIn(given) }) };
    try {
      await change(buyShipmentLabel({ client, path, body }));
    } catch (error) {
      // It goes abroad: what is asked for now is no mistake of the person.
      const isWanted = error instanceof Problem && error.fields.some(({ field }) => field === 'customs');
      if (isDeclared || !isWanted) throw error;
      setDeclared(true);
    }
  }

  return (
    <Form name="label" send={buy}>
      <Trouble error={offers.error} />
      {offers.data && (
        <Field label={t('pack.offers')} path="service">
          <select name="service">
            <Options
              of={offers.data.map(({ service, name, price: amount, currency, days }) => {
                const parts = [name, price(amount, currency), days && t('owner.days', { days })];
                return [service, parts.filter(Boolean).join(' · ')] as const;
              })}
              chosen={offers.data[0]?.service ?? null}
            />
          </select>
        </Field>
      )}
      {isDeclared && <Declaration item={item} />}
      {offers.data && (
        <Button type="submit" class="primary wide">
          {t('pack.buy')}
        </Button>
      )}
    </Form>
  );
}

function Declaration({ item }: { item: ItemRecord }) {
  return (
    <fieldset>
      <legend>{t('pack.customs')}</legend>
      <p class="facts">{t('pack.customsHint')}</p>
      <Field label={t('pack.customsWhat')} path="customs.description">
        <input name="description" required maxLength={255} defaultValue={item.item} />
      </Field>
      <Field label={t('pack.customsValue')} path="customs.value">
        <Amount name="value" required />
      </Field>
      <Field label={t('shipping.currency')} path="customs.currency">
        <input name="currency" required pattern="[A-Za-z]{3}" maxLength={3} defaultValue={item.payment?.currency ?? 'EUR'} />
      </Field>
      <Field label={t('pack.hsCode')} path="customs.hsCode">
        <input name="hsCode" inputmode="numeric" maxLength={12} />
      </Field>
      <CountryField label={t('pack.origin')} path="customs.originCountryID" name="originCountryID" />
    </fieldset>
  );
}

function customsIn(given: FormData): Customs {
  return {
    description: textIn(given, 'description') ?? '',
    value: amountOf(String(given.get('value'))),
    currency: textIn(given, 'currency')!.toUpperCase() as Customs['currency'],
    hsCode: textIn(given, 'hsCode'),
    originCountryID: textIn(given, 'originCountryID') as Customs['originCountryID'] & string,
  };
}

/** The label that was bought: its PDF, and that it may be void. */
export function BoughtLabel({ item }: { item: ItemRecord }) {
  const change = useItemChange(item);
  const path = { itemID: item.ID };

  async function print() {
    const label = (await ask(getShipmentLabel({ client, path, parseAs: 'blob' }))) as Blob;
    const address = URL.createObjectURL(label);
    const link = Object.assign(document.createElement('a'), { href: address, target: '_blank', rel: 'noopener' });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }

  async function cancel() {
    await change(voidShipmentLabel({ client, path }));
    say(t('pack.voided'));
  }

  return (
    <div class="buttons">
      <Button class="primary" onClick={print}>
        {t('pack.label')}
      </Button>
      <Button onClick={cancel}>{t('pack.void')}</Button>
    </div>
  );
}

import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { changeLocationShipping, listConnections, type ShippingRateRequest, type ShippingRatesRequest } from '#client';
import { categories, handlings } from '../../data/choices.js';
import { useShipping } from '../../data/records.js';
import { Amount, amountOf } from '../../parts/amount.js';
import { Button } from '../../parts/button.js';
import { type EditField, givenFor, Input } from '../../parts/edit-field.js';
import { Field } from '../../parts/field.js';
import { Form, textIn } from '../../parts/form.js';
import { Options } from '../../parts/options.js';
import { ask } from '../../session/problem.js';
import { client, isManager, may } from '../../session/session.js';
import { say } from '../../texts/say.js';
import { t } from '../../texts/texts.js';

type Terms = Pick<
  ShippingRatesRequest,
  'paidBy' | 'currency' | 'rates' | 'paymentUrl' | 'carrierID' | 'notShipped' | 'pricing' | 'handlingFee'
>;

/** The placeholders in the address of a payment page, as they are written. */
const PLACES = { itemID: '{itemID}', amount: '{amount}', currency: '{currency}' };

/** The shipping rates of a Location, country by country, and who pays. */
export function Shipping({ locationID }: { locationID: string }) {
  const { data } = useShipping(locationID);
  return (
    <details class="panel">
      <summary>
        <h2>{t('people.shipping')}</h2>
      </summary>
      {data && <Rates key={data.currency} locationID={locationID} given={data as Terms} />}
    </details>
  );
}

function Rates({ locationID, given }: { locationID: string; given: Terms }) {
  const queries = useQueryClient();
  const [rates, setRates] = useState<readonly ShippingRateRequest[]>(given.rates);
  const never: EditField = { path: 'notShipped', choices: [...handlings(), ...categories()], many: true };
  const isFixed = !may('locations.edit');
  const carriers = useQuery({
    queryKey: ['carriers'],
    enabled: isManager(),
    retry: false,
    queryFn: async () => (await ask(listConnections({ client }))).filter(({ kind, enabled }) => kind === 'carrier' && enabled),
  });
  const change = (index: number, part: Partial<ShippingRateRequest>) =>
    setRates(rates.map((rate, at) => (at === index ? { ...rate, ...part } : rate)));

  async function save(entered: FormData) {
    const paidBy = entered.get('paidBy') as Terms['paidBy'];
    const currency = textIn(entered, 'currency')!.toUpperCase() as Terms['currency'];
    const sold = textIn(entered, 'carrierID');
    const body = {
      ...given,
      paidBy,
      currency,
      rates: [...rates],
      paymentUrl: textIn(entered, 'paymentUrl'),
      // Carriers are listed for managers alone: what others do not see stays.
      ...(carriers.data && { carrierID: sold === null ? null : Number(sold) }),
      pricing: entered.get('pricing') as NonNullable<Terms['pricing']>,
      handlingFee: amountOf(textIn(entered, 'handlingFee') ?? '0'),
      notShipped: givenFor(entered, never) as Terms['notShipped'] & object,
    };
    await ask(changeLocationShipping({ client, path: { locationID }, body }));
    say(t('people.saved'));
    await queries.invalidateQueries({ queryKey: ['shipping', locationID] });
  }

  return (
    <Form name="shipping" send={save}>
      <fieldset disabled={isFixed}>
        <Field label={t('shipping.paidBy')}>
          <select name="paidBy">
            <Options
              of={[
                ['location', t('shipping.location')],
                ['guest', t('shipping.guest')],
              ]}
              chosen={given.paidBy}
            />
          </select>
        </Field>
        <Field label={t('shipping.currency')} path="currency">
          <input name="currency" required pattern="[A-Za-z]{3}" maxLength={3} defaultValue={given.currency} />
        </Field>
        <Field label={t('shipping.paymentUrl')} path="paymentUrl" hint={t('shipping.paymentUrlHint', PLACES)}>
          <input name="paymentUrl" type="text" inputmode="url" maxLength={2048} defaultValue={given.paymentUrl ?? ''} />
        </Field>
        {carriers.data && carriers.data.length > 0 && (
          <Field label={t('shipping.carrier')} path="carrierID">
            <select name="carrierID">
              <Options
                of={[['', t('shipping.noCarrier')], ...carriers.data.map(({ ID, name }) => [ID, name] as const)]}
                chosen={given.carrierID ?? ''}
              />
            </select>
          </Field>
        )}
        <Field label={t('shipping.pricing')} path="pricing">
          <select name="pricing">
            <Options
              of={[
                ['rates', t('shipping.byRates')],
                ['carrier', t('shipping.byCarrier')],
              ]}
              chosen={given.pricing ?? 'rates'}
            />
          </select>
        </Field>
        <Field label={t('shipping.fee')} path="handlingFee">
          <Amount name="handlingFee" defaultValue={given.handlingFee ?? 0} />
        </Field>
        <Input field={never} value={given.notShipped ?? []} />
        {rates.map((rate, index) => (
          <div key={index} class="rate">
            <Field label={t('shipping.countries')}>
              <input
                value={(rate.countries ?? []).join(' ')}
                placeholder={t('shipping.others')}
                pattern="[A-Za-z ,]*"
                onChange={({ currentTarget: { value } }) => change(index, { countries: codesIn(value) })}
              />
            </Field>
            <Field label={t('shipping.price')}>
              <Amount
                required
                value={rate.price}
                onChange={({ currentTarget: field }) => field.validity.valid && change(index, { price: amountOf(field.value) })}
              />
            </Field>
            <Field label={t('shipping.days')}>
              <input
                value={rate.days ?? ''}
                maxLength={50}
                onChange={({ currentTarget: { value } }) => change(index, { days: value.trim() || null })}
              />
            </Field>
            <Button class="quiet" onClick={() => setRates(rates.filter((_, at) => at !== index))}>
              {t('photo.remove')}
            </Button>
          </div>
        ))}
      </fieldset>
      {!isFixed && (
        <div class="buttons">
          <Button onClick={() => setRates([...rates, { countries: null, price: 0 }])}>{t('shipping.add')}</Button>
          <Button type="submit" class="primary">
            {t('people.save')}
          </Button>
        </div>
      )}
    </Form>
  );
}

/** Country codes in a text; null for all others. */
function codesIn(text: string): ShippingRateRequest['countries'] {
  const codes = text.toUpperCase().match(/[A-Z]{2}/g);
  return codes as ShippingRateRequest['countries'];
}

import type { ItemRecord, LocationShippingRecord } from '#client';
import { useShipping } from '../../data/records.js';
import { country, price, weight } from '../../texts/format.js';
import { t } from '../../texts/texts.js';

/** Shipping prices by country, to read out on the telephone; that of the owner's country shows at once. */
export function Prices({ item }: { item: ItemRecord }) {
  const shipping = useShipping(item.locationID).data;
  if (!shipping || shipping.rates.length === 0) return null;
  const weightID = item.shipping.weight?.ID ?? null;
  const codes = [...new Set(shipping.rates.flatMap(({ countries }) => countries ?? []))];
  const names = codes.map((code) => [code, country(code)] as const).sort(([, one], [, other]) => one.localeCompare(other));
  const lines = [...names, [null, t('owner.elsewhere')] as const].flatMap(([code, name]) => {
    const prices = pricesTo(code, shipping, weightID);
    return prices.length > 0 ? [{ code, name, prices }] : [];
  });
  const own = item.owner.address?.countryID;
  const ownPrice = own && pricesTo(codes.includes(own) ? own : null, shipping, weightID)[0];
  return (
    <details class="prices">
      <summary>
        {t('owner.prices')} {ownPrice && <strong>{`${country(own)}${t('colon')} ${ownPrice.text}`}</strong>}
      </summary>
      <p class="facts">{shipping.paidBy === 'guest' ? t('owner.guestPays') : t('owner.hotelPays')}</p>
      <ul>
        {lines.map(({ code, name, prices }) => (
          <li key={code}>
            <span>{name}</span>
            <span>
              {prices.map(({ text, days }) => (
                <>
                  <strong>{text}</strong>
                  {days && <small>{t('owner.days', { days })}</small>}
                </>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The prices to a country, or to all that have none of their own (null): of the item's weight, or of each where none is known. */
function pricesTo(code: string | null, { rates, currency }: LocationShippingRecord, weightID: number | null) {
  return rates
    .filter(({ countries }) => (code === null ? countries === null : countries?.includes(code)))
    .filter((rate) => weightID === null || rate.weightID === null || rate.weightID === weightID)
    .map((rate) => {
      const amount = price(rate.price, currency);
      const isOfWeight = weightID === null && rate.weightID !== null;
      return { text: isOfWeight ? `${weight(rate.weightID!)}${t('colon')} ${amount}` : amount, days: rate.days };
    });
}

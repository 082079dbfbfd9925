import { type Answer, fitting } from '../../calls/answer.js';
import { EventRefused, ProviderRefused } from '../../calls/provider-failed.js';
import { jsonOf, type ProviderLine, readEvent } from '../../calls/provider-line.js';
import type { Carrier, Consignment, Label, LabelOrder, Offer, ParcelNews, Purchase } from '../../kinds/carrier.js';
import type { RawEvent } from '../../kinds/connected.js';
import { basic, type Provider } from '../provider.js';
import { Key } from '../settings-fields.js';
import { isHmac } from '../signatures.js';
import { eventNews, purchaseOf, stateOf, trackingOf } from './sendcloud.answers.js';
import { announcementOf, placeOf, sizeOf } from './sendcloud.bodies.js';

/** Keys of an integration of Sendcloud. */
export class SendcloudSettings {
  @Key({ required: true, description: 'Public key of the integration' }) publicKey!: string;
  @Key({ required: true, description: 'Secret key of the integration' }) secretKey!: string;
  @Key({ nullable: true, description: 'Key that its webhooks are signed with; the secret key by default' })
  webhookSecret?: string | null;
}

/** Milliseconds by which clocks may differ. */
const A_DAY = 24 * 60 * 60 * 1000;
/** Countries to which Sendcloud wants the state: https://sendcloud.dev/docs/shipments/international-shipping */
const WITH_STATES = ['AU', 'CA', 'IT', 'US'];

/** Sendcloud, API v3 (https://sendcloud.dev/api/v3). Its own key for a shipment is ours: it announces one reference once. */
export class Sendcloud implements Carrier {
  constructor(private readonly line: ProviderLine) {}

  async test(): Promise<void> {
    // Sendcloud tells what it can send without being told of a parcel, and books nothing.
    await this.data({ method: 'POST', path: '/shipping-options', json: {}, isHarmless: true });
  }

  async offers({ from, to, parcel }: Consignment): Promise<Offer[]> {
    if (WITH_STATES.includes(to.countryCode) && !to.state) {
      throw new ProviderRefused(this.line.name, 422, `An address in ${to.countryCode} needs its state or province.`);
    }
    const json = { from_address: placeOf(from), to_address: placeOf(to), parcels: [sizeOf(parcel)], calculate_quotes: true };
    const options = await this.data({ method: 'POST', path: '/shipping-options', json, isHarmless: true });
    return fitting(options.list(), offerOf).flat();
  }

  async buy(order: LabelOrder): Promise<Purchase> {
    return purchaseOf(
      this.line.name,
      await this.data({ method: 'POST', path: '/shipments/announce', json: announcementOf(order) }),
    );
  }

  async findByReference(reference: string, since: Date): Promise<Purchase | null> {
    const query = new URLSearchParams({ external_reference_id: reference });
    const [found] = (await this.data({ path: `/shipments?${query}`, isHarmless: true })).list();
    if (!found) return null;
    // Another installation that shares the account may have had a parcel of that number.
    const announced = found.at('parcels').first().at('announced_at');
    const at = announced.optional((one) => one.moment().getTime());
    return at !== null && at < since.getTime() - A_DAY ? { state: 'taken' } : purchaseOf(this.line.name, found);
  }

  async labelPdf(id: string): Promise<Buffer> {
    const parcel = (await this.shipment(id)).at('parcels').first().at('id').identifier();
    return (await this.line.call(this.with({ path: `/parcels/${encodeURIComponent(parcel)}/documents/label`, isHarmless: true })))
      .body;
  }

  async void(id: string): Promise<'asked' | 'done'> {
    const answer = await this.data({ method: 'POST', path: `/shipments/${encodeURIComponent(id)}/cancel` });
    return answer.at('status').text() === 'cancelled' ? 'done' : 'asked';
  }

  async parcel({ id, trackingNumber }: Pick<Label, 'id' | 'trackingNumber'>): Promise<ParcelNews | null> {
    try {
      const shipment = await this.shipment(id);
      const parcel = shipment.at('parcels').first();
      return {
        id,
        reference: null,
        trackingNumber: parcel.at('tracking_number').name() ?? trackingNumber,
        trackingUrl: trackingOf(parcel),
        ...stateOf(parcel.at('status').at('code').identifier()),
        at: null,
      };
    } catch (error) {
      if (error instanceof ProviderRefused && error.status === 404) return null;
      throw error;
    }
  }

  event({ body, headers }: RawEvent): ParcelNews[] {
    const { webhookSecret, secretKey } = this.line.connection.settings;
    const signed = isHmac(String(webhookSecret ?? secretKey), body, headers['sendcloud-signature']);
    if (!signed) throw new EventRefused('The signature is not that of its key.');
    // The signature has no date of its own: what is repeated after hours is signed as at first.
    return readEvent(this.line.name, body, (event) =>
      event.at('action').text() === 'parcel_status_changed' ? [eventNews(event)] : [],
    );
  }

  private async shipment(id: string): Promise<Answer> {
    return this.data({ path: `/shipments/${encodeURIComponent(id)}`, isHarmless: true });
  }

  private async data(call: Parameters<ProviderLine['call']>[0]): Promise<Answer> {
    return (await jsonOf(this.line, this.with(call))).at('data');
  }

  private with<Call extends { path: string }>(call: Call) {
    const { publicKey, secretKey } = this.line.connection.settings;
    return { ...call, path: `/api/v3${call.path}`, headers: { authorization: basic(publicKey, secretKey) } };
  }
}

/** An option as an offer; none without a price, or where somebody has to choose a shop first. */
function offerOf(option: Answer): Offer[] {
  const needsShop = option.at('requirements').optional((one) => one.at('is_service_point_required').optional((is) => is.flag()));
  const [quote] = option.at('quotes').optional((one) => one.list()) ?? [];
  const total = quote?.at('price').optional((one) => one.at('total').optional((two) => two));
  const price = total?.at('value').optional((value) => value.money(total.at('currency')));
  if (needsShop || !quote || !price) return [];
  const hours = quote.at('lead_time').optional((one) => one.number());
  return [
    {
      service: option.at('code').identifier(),
      carrier: option.at('carrier').at('code').identifier(),
      name: option.at('name').text(),
      price,
      days: hours === null ? null : String(Math.max(1, Math.ceil(hours / 24))),
    },
  ];
}

export const sendcloud: Provider<Sendcloud> = {
  kind: 'carrier',
  name: 'Sendcloud',
  settings: SendcloudSettings,
  secrets: ['publicKey', 'secretKey', 'webhookSecret'],
  takesEvents: true,
  address: () => 'https://panel.sendcloud.sc',
  open: (line) => new Sendcloud(line),
};

import type { Answer } from '../../calls/answer.js';
import { EventRefused, ProviderFailed, ProviderRefused, providerWords } from '../../calls/provider-failed.js';
import { jsonOf, type ProviderLine, readEvent } from '../../calls/provider-line.js';
import { wordsIn } from '../../calls/refusal-words.js';
import type { Carrier, Consignment, Label, LabelOrder, Offer, ParcelNews, Purchase } from '../../kinds/carrier.js';
import type { RawEvent } from '../../kinds/connected.js';
import { basic, type Provider } from '../provider.js';
import { Key } from '../settings-fields.js';
import { assertInTime, isHmac } from '../signatures.js';
import { eventNews, isFor, newsOf, purchaseOf, ratesOf, voidingOf } from './easypost.answers.js';
import { shipmentOf } from './easypost.bodies.js';

/** Keys of an account of EasyPost. */
export class EasypostSettings {
  @Key({ required: true, description: 'API key' }) apiKey!: string;
  @Key({ required: true, description: 'Secret that its webhooks are signed with' }) webhookSecret!: string;
}

/** Pages of shipments that are looked through at most for a reference, and shipments on each. */
const [PAGES, PAGE] = [10, 100];

/** EasyPost, API v2 (https://docs.easypost.com). A shipment is made first, and its label is bought once; references are not unique. */
export class Easypost implements Carrier {
  constructor(private readonly line: ProviderLine) {}

  async test(): Promise<void> {
    (await this.json({ path: '/shipments?page_size=1', isHarmless: true })).at('shipments').list();
  }

  async offers(consignment: Consignment): Promise<Offer[]> {
    // Nothing is bought: a shipment that is only made costs nothing, and is forgotten.
    return ratesOf(await this.made(shipmentOf(consignment, null))).map(({ offer }) => offer);
  }

  async buy(order: LabelOrder): Promise<Purchase> {
    const shipment = (await this.begun(order)) ?? (await this.made(shipmentOf(order, order.reference)));
    const rate = ratesOf(shipment).find(({ offer }) => offer.service === order.service);
    const refusal = wordsIn(shipment.at('messages').value) ?? 'The service is not offered any more.';
    if (!rate) return { state: 'refused', words: providerWords(refusal) };
    const path = `/shipments/${shipment.at('id').identifier()}/buy`;
    return purchaseOf(await this.json({ method: 'POST', path, json: { rate: { id: rate.id } } }));
  }

  async findByReference(reference: string, since: Date): Promise<Purchase | null> {
    for await (const shipment of this.latest(since)) {
      if ((shipment.value as { reference?: unknown } | null)?.reference !== reference) continue;
      if (shipment.at('selected_rate').isThere) return purchaseOf(shipment);
    }
    return null;
  }

  async labelPdf(id: string): Promise<Buffer> {
    const path = `/shipments/${encodeURIComponent(id)}/label?file_format=PDF`;
    const label = (await this.json({ path, isHarmless: true })).at('postage_label');
    const address = label.at('label_pdf_url').optional((one) => one.text()) ?? label.at('label_url').text();
    // Their files lie elsewhere: the key is not for whoever keeps them.
    return (await this.line.call({ path: address, isHarmless: true })).body;
  }

  async void(id: string): Promise<'asked' | 'done'> {
    const path = `/shipments/${encodeURIComponent(id)}/refund`;
    const voiding = voidingOf(await this.json({ method: 'POST', path, isHarmless: true }));
    if (voiding === 'refused' || voiding === null)
      throw new ProviderRefused(this.line.name, 422, 'The label cannot be refunded.');
    return voiding;
  }

  async parcel({ id }: Pick<Label, 'id'>): Promise<ParcelNews | null> {
    try {
      return newsOf(await this.json({ path: `/shipments/${encodeURIComponent(id)}`, isHarmless: true }));
    } catch (error) {
      if (error instanceof ProviderRefused && error.status === 404) return null;
      throw error;
    }
  }

  event({ body, headers, at }: RawEvent): ParcelNews[] {
    const { 'x-hmac-signature-v2': dated, 'x-hmac-signature': undated, 'x-timestamp': time = '', 'x-path': path = '' } = headers;
    const [, digest] = /^hmac-sha256-hex=([0-9a-f]{64})$/i.exec(dated ?? undated ?? '') ?? [];
    const key = String(this.line.connection.settings.webhookSecret).normalize('NFKD');
    // It sends two: the second is over its time, the method and the path as well.
    const signed = dated === undefined ? body : Buffer.concat([Buffer.from(`${time}POST${path}`), body]);
    if (!isHmac(key, signed, digest)) throw new EventRefused('The signature is not that of the webhook secret.');
    if (dated !== undefined) assertInTime(Date.parse(time), at);
    return readEvent(this.line.name, body, eventNews);
  }

  /** The shipment of an order that was made before, and whose label is not bought: it cannot be bought twice. */
  private async begun(order: LabelOrder): Promise<Answer | null> {
    try {
      const made = await this.json({ path: `/shipments/${encodeURIComponent(order.reference)}`, isHarmless: true });
      return isFor(made, order) ? made : null;
    } catch (error) {
      if (error instanceof ProviderRefused && error.status === 404) return null;
      throw error;
    }
  }

  private made(shipment: object): Promise<Answer> {
    return this.json({ method: 'POST', path: '/shipments', json: { shipment } });
  }

  /** Shipments with a label from the latest on, back to a time. */
  private async *latest(since: Date): AsyncGenerator<Answer> {
    const query = new URLSearchParams({ page_size: String(PAGE), purchased: 'true', start_datetime: since.toISOString() });
    for (let page = 0; page < PAGES; page++) {
      const answer = await this.json({ path: `/shipments?${query}`, isHarmless: true });
      const shipments = answer.at('shipments').list();
      yield* shipments;
      const last = shipments.at(-1);
      if (!last || !answer.at('has_more').flag()) return;
      query.set('before_id', last.at('id').identifier());
    }
    throw new ProviderFailed(`${this.line.name} has more shipments since then than are looked through`);
  }

  private json(call: Parameters<ProviderLine['call']>[0]): Promise<Answer> {
    const headers = { authorization: basic(this.line.connection.settings.apiKey, '') };
    return jsonOf(this.line, { ...call, path: `/v2${call.path}`, headers });
  }
}

export const easypost: Provider<Easypost> = {
  kind: 'carrier',
  name: 'EasyPost',
  settings: EasypostSettings,
  secrets: ['apiKey', 'webhookSecret'],
  takesEvents: true,
  address: () => 'https://api.easypost.com',
  open: (line) => new Easypost(line),
};

import type { Answer } from '../../calls/answer.js';
import type { ProviderCall } from '../../calls/provider-call.js';
import { ProviderFailed, ProviderRefused } from '../../calls/provider-failed.js';
import { jsonOf, type ProviderLine } from '../../calls/provider-line.js';
import type { RawEvent } from '../../kinds/connected.js';
import type {
  PaymentNews,
  PaymentOrder,
  PaymentPage,
  PaymentProvider,
  PaymentState,
  ProviderPayment,
  RefundOrder,
} from '../../kinds/payment-provider.js';
import { askedFirst, orNull } from '../asked-first.js';
import type { Provider } from '../provider.js';
import { hasFailed, referenceOf } from '../refunds.js';
import { Key } from '../settings-fields.js';
import { writtenAt } from '../units.js';

/** The key of a profile of Mollie. */
export class MollieSettings {
  @Key({ required: true, description: 'API key of the profile' }) apiKey!: string;
}

/** The languages of its page among ours; in others it chooses itself. */
const LOCALES: Record<string, string> = {
  de: 'de_DE',
  en: 'en_US',
  es: 'es_ES',
  fr: 'fr_FR',
  it: 'it_IT',
  nl: 'nl_NL',
  pl: 'pl_PL',
  pt: 'pt_PT',
  sv: 'sv_SE',
};

/** https://docs.mollie.com/docs/status-change: any other is one that waits. */
const STATES: Record<string, PaymentState> = { paid: 'paid', canceled: 'ended', expired: 'ended', failed: 'ended' };

/** Mollie, API v2 (https://docs.mollie.com). */
export class Mollie implements PaymentProvider {
  constructor(private readonly line: ProviderLine) {}

  async test(): Promise<void> {
    const methods = await this.ask({ path: '/v2/methods' });
    methods.at('_embedded').at('methods').list();
  }

  async open({ reference, money, description, returnUrl, cancelUrl, eventsUrl, language }: PaymentOrder): Promise<PaymentPage> {
    const locale = LOCALES[language?.slice(0, 2) ?? ''];
    const json = {
      amount: this.written(money),
      description,
      redirectUrl: returnUrl,
      cancelUrl,
      webhookUrl: eventsUrl,
      metadata: { reference },
      ...(locale && { locale }),
    };
    const nothing = async () => null;
    const payment = await askedFirst(nothing, () => this.post('/v2/payments', json, reference));
    return { id: payment.at('id').identifier(), url: payment.at('_links').at('checkout').at('href').text() };
  }

  async find(id: string): Promise<ProviderPayment | null> {
    const payment = await orNull(this.payment(id));
    return payment && paymentIn(payment);
  }

  async end(id: string): Promise<ProviderPayment> {
    try {
      const path = `/v2/payments/${encodeURIComponent(id)}`;
      return paymentIn(await jsonOf(this.line, { method: 'DELETE', path, headers: this.headers, isHarmless: true }));
    } catch (error) {
      // By its method it cannot be ended, has ended by itself, or somebody has just paid.
      if (!(error instanceof ProviderRefused)) throw error;
      return paymentIn(await this.payment(id));
    }
  }

  async refund({ id, reference, money }: RefundOrder): Promise<void> {
    const path = `/v2/payments/${encodeURIComponent(id)}/refunds`;
    const found = async () => (await this.refundsOf(id)).find((refund) => referenceOf(refund) === reference) ?? null;
    const json = { amount: this.written(money), description: reference, metadata: { reference } };
    const refund = await askedFirst(found, () => this.post(path, json, reference));
    if (hasFailed(refund)) throw new ProviderRefused(this.line.name, 200, 'The refund has failed.');
  }

  /** A call says only which payment has changed, and is not signed: it is read again. */
  async event({ body }: RawEvent): Promise<PaymentNews> {
    const id = new URLSearchParams(body.toString('latin1').trim()).get('id') ?? '';
    const payment = /^tr_\w{1,64}$/.test(id) ? await this.find(id) : null;
    // Only what was paid can have been given back.
    const refunds = payment?.state === 'paid' ? await this.refundsOf(id) : [];
    return {
      payment,
      failedRefunds: refunds.flatMap((one) => (referenceOf(one) !== null && hasFailed(one) ? referenceOf(one)! : [])),
    };
  }

  private async refundsOf(id: string): Promise<Answer[]> {
    const refunds = await this.ask({ path: `/v2/payments/${encodeURIComponent(id)}/refunds` });
    return refunds.at('_embedded').at('refunds').list();
  }

  private payment(id: string): Promise<Answer> {
    return this.ask({ path: `/v2/payments/${encodeURIComponent(id)}` });
  }

  private ask(call: ProviderCall): Promise<Answer> {
    return jsonOf(this.line, { ...call, headers: this.headers, isHarmless: true });
  }

  private post(path: string, json: object, key: string): Promise<Answer> {
    return jsonOf(this.line, { method: 'POST', path, headers: { ...this.headers, 'idempotency-key': key }, json });
  }

  private get headers(): Record<string, string> {
    return { authorization: `Bearer ${this.line.connection.settings.apiKey}` };
  }

  private written(money: PaymentOrder['money']): { currency: string; value: string } {
    const value = writtenAt('mollie', money);
    if (value === null) throw new ProviderFailed(`Mollie takes no such amount of ${money.currency}`, { isSettled: true });
    return { currency: money.currency, value };
  }
}

function paymentIn(payment: Answer): ProviderPayment {
  const state = STATES[payment.at('status').text()] ?? 'open';
  const amount = payment.at('amount');
  return {
    id: payment.at('id').identifier(),
    reference: referenceOf(payment),
    state,
    url: payment
      .at('_links')
      .at('checkout')
      .optional((checkout) => checkout.at('href').text()),
    paid: state === 'paid' ? amount.at('value').money(amount.at('currency')) : null,
  };
}

export const mollie: Provider<Mollie> = {
  kind: 'payment',
  name: 'Mollie',
  settings: MollieSettings,
  secrets: ['apiKey'],
  takesEvents: true,
  readsAgain: true,
  address: () => 'https://api.mollie.com',
  open: (line) => new Mollie(line),
};

import { jsonOf, type ProviderLine } from '../../calls/provider-line.js';
import type { Connected } from '../../kinds/connected.js';
import type { Provider } from '../provider.js';
import { Key } from '../settings-fields.js';

/** Keys of an account of Stripe. */
export class StripeSettings {
  @Key({ required: true, description: 'Secret key, or a restricted one' }) secretKey!: string;
  @Key({ required: true, description: 'Signing secret of the webhook endpoint' }) webhookSecret!: string;
}

/** Stripe (https://docs.stripe.com/api). */
export class Stripe implements Connected {
  constructor(private readonly line: ProviderLine) {}

  async test(): Promise<void> {
    const headers = { authorization: `Bearer ${this.line.connection.settings.secretKey}` };
    const balance = await jsonOf(this.line, { path: '/v1/balance', headers, isHarmless: true });
    balance.at('available').list();
  }
}

export const stripe: Provider<Stripe> = {
  kind: 'payment',
  name: 'Stripe',
  settings: StripeSettings,
  secrets: ['secretKey', 'webhookSecret'],
  takesEvents: true,
  address: () => 'https://api.stripe.com',
  open: (line) => new Stripe(line),
};

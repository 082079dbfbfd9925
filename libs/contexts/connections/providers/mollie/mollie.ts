import { jsonOf, type ProviderLine } from '../../calls/provider-line.js';
import type { Connected } from '../../kinds/connected.js';
import type { Provider } from '../provider.js';
import { Key } from '../settings-fields.js';

/** The key of a profile of Mollie. */
export class MollieSettings {
  @Key({ required: true, description: 'API key of the profile' }) apiKey!: string;
}

/** Mollie, API v2 (https://docs.mollie.com). */
export class Mollie implements Connected {
  constructor(private readonly line: ProviderLine) {}

  async test(): Promise<void> {
    const headers = { authorization: `Bearer ${this.line.connection.settings.apiKey}` };
    const methods = await jsonOf(this.line, { path: '/v2/methods', headers, isHarmless: true });
    methods.at('_embedded').at('methods').list();
  }
}

export const mollie: Provider<Mollie> = {
  kind: 'payment',
  name: 'Mollie',
  settings: MollieSettings,
  secrets: ['apiKey'],
  takesEvents: true,
  address: () => 'https://api.mollie.com',
  open: (line) => new Mollie(line),
};

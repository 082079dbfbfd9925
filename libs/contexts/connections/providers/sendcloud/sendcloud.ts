import { jsonOf, type ProviderLine } from '../../calls/provider-line.js';
import type { Connected } from '../../kinds/connected.js';
import { basic, type Provider } from '../provider.js';
import { Key } from '../settings-fields.js';

/** Keys of an integration of Sendcloud. */
export class SendcloudSettings {
  @Key({ required: true, description: 'Public key of the integration' }) publicKey!: string;
  @Key({ required: true, description: 'Secret key of the integration' }) secretKey!: string;
  @Key({ nullable: true, description: 'Key that its webhooks are signed with; the secret key by default' })
  webhookSecret?: string | null;
}

/** Sendcloud, API v3 (https://sendcloud.dev/api/v3). */
export class Sendcloud implements Connected {
  constructor(private readonly line: ProviderLine) {}

  async test(): Promise<void> {
    // Sendcloud tells what it can send without being told of a parcel, and books nothing.
    const options = await jsonOf(this.line, this.with({ method: 'POST', path: '/api/v3/shipping-options', json: {} }));
    options.at('data').list();
  }

  private with<Call extends object>(call: Call) {
    const { publicKey, secretKey } = this.line.connection.settings;
    return { isHarmless: true, ...call, headers: { authorization: basic(publicKey, secretKey) } };
  }
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

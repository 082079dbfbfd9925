import { jsonOf, type ProviderLine } from '../../calls/provider-line.js';
import type { Connected } from '../../kinds/connected.js';
import { basic, type Provider } from '../provider.js';
import { Key } from '../settings-fields.js';

/** Keys of an account of EasyPost. */
export class EasypostSettings {
  @Key({ required: true, description: 'API key' }) apiKey!: string;
  @Key({ required: true, description: 'Secret that its webhooks are signed with' }) webhookSecret!: string;
}

/** EasyPost, API v2 (https://docs.easypost.com). */
export class Easypost implements Connected {
  constructor(private readonly line: ProviderLine) {}

  async test(): Promise<void> {
    const headers = { authorization: basic(this.line.connection.settings.apiKey, '') };
    const shipments = await jsonOf(this.line, { path: '/v2/shipments?page_size=1', headers, isHarmless: true });
    shipments.at('shipments').list();
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

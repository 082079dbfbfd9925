import { TextMap } from '#platform/http';
import { jsonOf, type ProviderLine } from '../../calls/provider-line.js';
import type { Connected } from '../../kinds/connected.js';
import type { Provider } from '../provider.js';
import { Key } from '../settings-fields.js';

/** Tokens of an integration of Mews, and the Locations that its services are of. */
export class MewsSettings {
  @Key({ required: true, description: 'ClientToken' }) clientToken!: string;
  @Key({ required: true, description: 'AccessToken of the property' }) accessToken!: string;
  @TextMap({ required: true, description: 'Which Location a service is of, by its ID' }) services!: Record<string, string>;
}

/** Mews, Connector API (https://docs.mews.com/connector-api). */
export class Mews implements Connected {
  constructor(private readonly line: ProviderLine) {}

  async test(): Promise<void> {
    const { clientToken: ClientToken, accessToken: AccessToken } = this.line.connection.settings;
    const json = { ClientToken, AccessToken, Client: 'Lost and Found' };
    const call = { method: 'POST', path: '/api/connector/v1/configuration/get', json, isHarmless: true } as const;
    (await jsonOf(this.line, call)).at('Enterprise').at('Id').text();
  }
}

export const mews: Provider<Mews> = {
  kind: 'reservations',
  name: 'Mews',
  settings: MewsSettings,
  secrets: ['clientToken', 'accessToken'],
  locations: 'services',
  takesEvents: false,
  address: () => 'https://api.mews.com',
  open: (line) => new Mews(line),
};

import { Text, TextMap, WebUrl } from '#platform/http';
import { jsonOf, type ProviderLine } from '../../calls/provider-line.js';
import type { Connected } from '../../kinds/connected.js';
import { basic, type Provider } from '../provider.js';
import { Key } from '../settings-fields.js';

/** An application at the Oracle Hospitality Integration Platform, and the Locations that its hotels are. */
export class OperaSettings {
  @WebUrl({ required: true, description: 'Gateway URL of the environment' }) gatewayUrl!: string;
  @Key({ required: true, description: 'Client ID' }) clientID!: string;
  @Key({ required: true, description: 'Client secret' }) clientSecret!: string;
  @Key({ required: true, description: 'Application key' }) appKey!: string;
  @Key({ required: true, description: 'Enterprise ID' }) enterpriseID!: string;
  @Text({ default: 'urn:opc:hgbu:ws:__myscopes__', description: 'OAuth scope' }) scope!: string;
  @TextMap({ required: true, description: 'Which Location a hotel is, by its ID' }) hotels!: Record<string, string>;
}

/** Opera Cloud, by OHIP (https://docs.oracle.com/en/industries/hospitality/integration-platform). */
export class Opera implements Connected {
  constructor(private readonly line: ProviderLine) {}

  async test(): Promise<void> {
    await this.token();
  }

  /** A token for calls of the next hour, by client credentials (OCIM). */
  private async token(): Promise<string> {
    const { clientID, clientSecret, appKey, enterpriseID, scope } = this.line.connection.settings as unknown as OperaSettings;
    const headers = { authorization: basic(clientID, clientSecret), 'x-app-key': appKey, enterpriseId: enterpriseID };
    const form = { grant_type: 'client_credentials', scope };
    const answer = await jsonOf(this.line, { method: 'POST', path: '/oauth/v1/tokens', headers, form, isHarmless: true });
    return answer.at('access_token').text();
  }
}

export const opera: Provider<Opera> = {
  kind: 'reservations',
  name: 'Opera Cloud',
  settings: OperaSettings,
  secrets: ['clientSecret', 'appKey'],
  locations: 'hotels',
  takesEvents: false,
  address: ({ gatewayUrl }) => gatewayUrl as string,
  open: (line) => new Opera(line),
};

import type { ConnectionRecord } from '#client';
import type { TextKey } from '../../texts/texts.js';

export type ProviderName = ConnectionRecord['provider'];

/** A setting of a connection, in the provider's own word where that shows it in English alone. */
export interface Setting {
  name: string;
  label: TextKey | { word: string };
  isSecret?: boolean;
  isOptional?: boolean;
  type?: 'email' | 'url' | 'number';
  /** The values to choose among; the first by default. */
  among?: readonly string[];
  example?: string;
}

/** A provider as it is connected. */
export interface ProviderForm {
  /** For people. */
  title: string | TextKey;
  /** The kind of work that it is for. */
  kind: TextKey;
  settings: readonly Setting[];
  /** The setting that says which Location each of the provider's names is, and what it calls those. */
  map?: { name: string; word: string };
}

const secret = (name: string, label: Setting['label']): Setting => ({ name, label, isSecret: true });
const word = (text: string) => ({ word: text });

/** The providers, each with its settings in the order they are entered. */
export const PROVIDERS: Record<ProviderName, ProviderForm> = {
  sendcloud: {
    title: 'Sendcloud',
    kind: 'connections.carrier',
    settings: [
      secret('publicKey', 'connections.publicKey'),
      secret('secretKey', 'connections.secretKey'),
      { ...secret('webhookSecret', 'connections.webhookSecret'), isOptional: true },
    ],
  },
  easypost: {
    title: 'EasyPost',
    kind: 'connections.carrier',
    settings: [secret('apiKey', 'connections.apiKey'), secret('webhookSecret', 'connections.webhookSecret')],
  },
  stripe: {
    title: 'Stripe',
    kind: 'connections.payment',
    settings: [secret('secretKey', 'connections.secretKey'), secret('webhookSecret', 'connections.webhookSecret')],
  },
  mollie: { title: 'Mollie', kind: 'connections.payment', settings: [secret('apiKey', 'connections.apiKey')] },
  mews: {
    title: 'Mews',
    kind: 'connections.reservations',
    settings: [secret('clientToken', word('Client token')), secret('accessToken', word('Access token'))],
    map: { name: 'services', word: 'Service ID' },
  },
  opera: {
    title: 'Opera Cloud',
    kind: 'connections.reservations',
    settings: [
      { name: 'gatewayUrl', label: word('Gateway URL'), type: 'url', example: 'https://….hospitality-api.….oraclecloud.com' },
      { name: 'clientID', label: word('Client ID') },
      secret('clientSecret', word('Client secret')),
      secret('appKey', word('Application key')),
      { name: 'enterpriseID', label: word('Enterprise ID') },
      { name: 'scope', label: word('Scope'), isOptional: true, example: 'urn:opc:hgbu:ws:__myscopes__' },
    ],
    map: { name: 'hotels', word: 'Hotel ID' },
  },
  mail: {
    title: 'connections.mailbox',
    kind: 'connections.mail',
    settings: [
      { name: 'address', label: 'owner.email', type: 'email' },
      { name: 'host', label: 'connections.host', isOptional: true, example: 'imap.example.com' },
      { name: 'port', label: 'connections.port', isOptional: true, type: 'number', example: '993' },
      { name: 'security', label: 'connections.security', isOptional: true, among: ['tls', 'starttls', 'none'] },
      { name: 'user', label: 'signIn.username', isOptional: true },
      { ...secret('password', 'signIn.password'), isOptional: true },
      { name: 'folder', label: 'connections.folder', isOptional: true, example: 'INBOX' },
    ],
  },
};

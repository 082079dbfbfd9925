/** The kinds of connections; the fourth kind reads what guests answer. */
export const CONNECTION_KINDS = ['carrier', 'payment', 'reservations', 'mail'] as const;
export type ConnectionKind = (typeof CONNECTION_KINDS)[number];

/** The providers, each with its kind (decisions.md, section 14). */
export const KIND_OF = {
  sendcloud: 'carrier',
  easypost: 'carrier',
  stripe: 'payment',
  mollie: 'payment',
  mews: 'reservations',
  opera: 'reservations',
  mail: 'mail',
} as const satisfies Record<string, ConnectionKind>;

export type ProviderName = keyof typeof KIND_OF;
export const PROVIDER_NAMES = Object.keys(KIND_OF) as ProviderName[];

/** By its last call or event. */
export const CONNECTION_STATUSES = ['untested', 'ok', 'failing'] as const;
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

/** The kinds that the worker reads from. */
export const SYNCED_KINDS: readonly ConnectionKind[] = ['reservations', 'mail'];

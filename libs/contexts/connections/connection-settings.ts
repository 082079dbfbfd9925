import type { ProviderName } from './domain/kinds.js';

/** How connections are called and read, as the operator sets it; times in milliseconds. */
export class ConnectionSettings {
  /** Scheme, host and port that take the place of a provider's own (`CONNECTION_URLS`). */
  readonly urls: Readonly<Partial<Record<ProviderName, string>>>;
  /** How often reservation systems and mailboxes are read. */
  readonly intervals: Readonly<Record<'reservations' | 'mail', number>>;
  readonly publicUrl: string;
  /** Between the looks of a worker for what is due at providers. */
  readonly look: number;
  /** Before a call is repeated, doubled each time. */
  readonly pause: number;

  constructor(given: Partial<GivenSettings> = {}) {
    const { urls = {}, staysInterval = 15 * 60_000, mailInterval = 60_000, publicUrl = '', look = 1_000, pause = 200 } = given;
    this.urls = urls;
    this.look = look;
    this.pause = pause;
    this.intervals = { reservations: staysInterval, mail: mailInterval };
    this.publicUrl = publicUrl;
  }

  /** The address that a provider is to call, below `PUBLIC_URL`. */
  eventsUrl(key: string): string {
    return `${this.publicUrl}/api/v2/provider-events/${key}`;
  }
}

interface GivenSettings {
  urls: Readonly<Partial<Record<ProviderName, string>>>;
  staysInterval: number;
  mailInterval: number;
  publicUrl: string;
  look: number;
  pause: number;
}

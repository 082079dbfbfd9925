import { Injectable } from '@nestjs/common';
import { ProviderFailed } from '../calls/provider-failed.js';
import type { OpenConnection, Patience } from '../calls/provider-line.js';
import type { ProviderName } from '../domain/kinds.js';
import type { ReservationSystem } from '../kinds/reservation-system.js';
import type { Provider } from '../providers/provider.js';
import { PROVIDERS } from '../providers/registry.js';
import { ConnectionHealth } from '../store/connection-health.js';
import { ProviderCalls } from './provider-calls.js';

type Adapter<Name extends ProviderName> = ReturnType<(typeof PROVIDERS)[Name]['open']>;

/** Opens connections to their providers' adapters; the types follow from the registry. */
@Injectable()
export class Providers {
  constructor(
    private readonly calls: ProviderCalls,
    private readonly health: ConnectionHealth,
  ) {}

  /** A connection that was found with the kind `carrier`. @param patience whether all of its calls have 10 s together, or each */
  carrier(connection: OpenConnection, patience: Patience): Adapter<'sendcloud' | 'easypost'> {
    return this.open(connection, patience) as Adapter<'sendcloud' | 'easypost'>;
  }

  /** One of the kind `payment`. */
  payment(connection: OpenConnection, patience: Patience): Adapter<'stripe' | 'mollie'> {
    return this.open(connection, patience) as Adapter<'stripe' | 'mollie'>;
  }

  /** One of the kind `reservations`. */
  reservations(connection: OpenConnection, patience: Patience): ReservationSystem {
    return this.open(connection, patience) as Adapter<'mews' | 'opera'>;
  }

  /** One of the kind `mail`. */
  mailbox(connection: OpenConnection, patience: Patience): Adapter<'mail'> {
    return this.open(connection, patience) as Adapter<'mail'>;
  }

  /** Whether what the provider sends says nothing by itself, so that what it is about may be read again at any time. */
  readsAgain({ provider }: OpenConnection): boolean {
    const { readsAgain = false }: Provider = PROVIDERS[provider];
    return readsAgain;
  }

  /** Asks the provider one harmless thing. @returns why that did not work, in words; null where it did */
  async test(connection: OpenConnection): Promise<string | null> {
    try {
      await this.open(connection, 'together').test();
      return null;
    } catch (error) {
      if (!(error instanceof ProviderFailed)) throw error;
      // Here also a refusal, or an answer that does not fit, is a failure of the connection.
      await this.health.note(connection, error.message);
      return error.message;
    }
  }

  private open(connection: OpenConnection, patience: Patience) {
    return PROVIDERS[connection.provider].open(this.calls.line(connection, patience));
  }
}

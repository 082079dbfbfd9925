import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { Metrics } from '#platform/observability';

/** By which way someone tried to sign in. */
export type Way = 'password' | 'sso';

/** Counts attempts to sign in that failed: many of them are somebody who guesses. */
@Injectable()
export class SignInMetrics {
  private readonly failures: Counter<'way'>;

  constructor({ registry }: Metrics) {
    this.failures = new Counter({
      name: 'lost_and_found_sign_in_failures_total',
      help: 'Attempts to sign in that failed, by the way that was tried.',
      labelNames: ['way'],
      registers: [registry],
    });
    for (const way of ['password', 'sso'] as const) this.failures.inc({ way }, 0);
  }

  failed(way: Way): void {
    this.failures.inc({ way });
  }
}

import { Global, Injectable, Logger, Module, ServiceUnavailableException } from '@nestjs/common';
import { HealthCheckService, type HealthIndicatorResult, HealthIndicatorService, TerminusModule } from '@nestjs/terminus';
import { Gauge } from 'prom-client';
import { Unavailable } from '#platform/kernel';
import { RELEASE } from '#platform/runtime';
import { Metrics, MetricsModule } from './metrics.js';

/** Milliseconds that a check has: what is needed, and what the process can do without, which must not delay the answer. */
const [NEEDED_LIMIT, OTHER_LIMIT] = [2_000, 500];

type Summary = Awaited<ReturnType<HealthCheckService['check']>>;

/** Whether the process can serve, and the result of each check. `degraded`: it serves, though something that it can do without fails. */
export interface Health {
  status: 'ok' | 'degraded' | 'failed';
  checks: Record<string, Health['status']>;
}

interface Check {
  isNeeded: boolean;
  run: () => Promise<unknown>;
}

const STATUS = { up: 'ok', degraded: 'degraded', down: 'failed' } as const;

/** The checks of what a process works with; each part registers its own. */
@Injectable()
export class HealthChecks {
  private readonly log = new Logger('Health');
  private readonly checks = new Map<string, Check>();

  constructor(
    private readonly indicators: HealthIndicatorService,
    private readonly service: HealthCheckService,
    { registry }: Metrics,
  ) {
    const all = this.checks;
    const read = () => this.run();
    new Gauge({
      name: 'lost_and_found_check_passes',
      help: 'Whether a check of this process passes (1) or fails (0); while one that is needed fails, the process is not ready.',
      labelNames: ['check', 'needed'],
      // For several API processes: 0 when it fails in one of them.
      aggregator: 'min',
      registers: [registry],
      async collect() {
        const { checks } = await read();
        for (const [check, { isNeeded }] of all) {
          this.set({ check, needed: String(isNeeded) }, checks[check] === 'ok' ? 1 : 0);
        }
      },
    });
  }

  /** A part that the process can't serve without. @param run rejects when the part does not work; it has 2 seconds */
  register(name: string, run: Check['run']): void {
    this.checks.set(name, { isNeeded: true, run });
  }

  /** A part that the process can serve without. @param run rejects when the part does not work; it has half a second */
  registerHelpful(name: string, run: Check['run']): void {
    this.checks.set(name, { isNeeded: false, run });
  }

  /** Runs all checks in parallel. Reports which failed but not why: reasons may contain addresses and names; they are in the log. */
  async run(): Promise<Health> {
    const attempts = [...this.checks].map(
      ([name, check]) =>
        () =>
          this.attempt(name, check),
    );
    const { status, details } = await this.service.check(attempts).catch(summaryOf);
    const checks = Object.entries(details).map(([name, detail]) => [name, STATUS[detail.status]] as const);
    return { status: status === 'ok' || status === 'degraded' ? status : 'failed', checks: Object.fromEntries(checks) };
  }

  private async attempt(name: string, { isNeeded, run }: Check): Promise<HealthIndicatorResult> {
    const indicator = this.indicators.check(name);
    // Callers are told of an outage, not why: that is its cause.
    const quiet = () =>
      run().then(
        () => undefined,
        (error) => Promise.reject(error instanceof Unavailable && error.cause instanceof Error ? error.cause : error),
      );
    const result = await indicator.attempt(quiet).withTimeout(isNeeded ? NEEDED_LIMIT : OTHER_LIMIT);
    const { status, message } = result[name]!;
    if (isNeeded || status === 'up') return result;
    this.log.warn(`Serving without ${name}: ${message}`);
    return indicator.degraded();
  }
}

function summaryOf(error: unknown): Summary {
  if (error instanceof ServiceUnavailableException) return error.getResponse() as Summary;
  throw error;
}

/** One `HealthChecks` for the process. */
@Global()
@Module({ imports: [TerminusModule, MetricsModule], providers: [HealthChecks], exports: [HealthChecks] })
export class HealthModule {}

/** `/health/live` and `/health/ready` of a process without an API, with the same checks and statuses as the API's. */
export function healthPages(checks: HealthChecks) {
  return {
    '/health/live': async () => ({ status: 200, body: { status: 'ok', ...RELEASE } }),
    '/health/ready': async () => {
      const health = await checks.run();
      return { status: health.status === 'failed' ? 503 : 200, body: { ...health, ...RELEASE } };
    },
  };
}

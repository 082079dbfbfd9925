import { Injectable, ServiceUnavailableException } from '@nestjs/common';
import { HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';

const LIMIT_MS = 2000;

type Summary = Awaited<ReturnType<HealthCheckService['check']>>;

/** Whether the process can serve requests, and the result of each check. */
export interface Health {
  isReady: boolean;
  checks: Record<string, 'ok' | 'failed'>;
}

/** The checks that must pass for the service to serve requests; each part registers its own. */
@Injectable()
export class HealthChecks {
  private readonly checks = new Map<string, () => Promise<unknown>>();

  constructor(
    private readonly indicators: HealthIndicatorService,
    private readonly service: HealthCheckService,
  ) {}

  /** @param check rejects when the part does not work; it has 2 seconds */
  register(name: string, check: () => Promise<unknown>): void {
    this.checks.set(name, check);
  }

  /** Runs all checks in parallel. Reports which failed but not why: reasons may contain addresses and names; they are in the log. */
  async run(): Promise<Health> {
    const attempts = [...this.checks].map(([name, check]) => {
      const quiet = async () => void (await check());
      return this.indicators.check(name).attempt(quiet).withTimeout(LIMIT_MS);
    });
    const { status, details } = await this.service.check(attempts).catch(summaryOf);
    const checks = Object.entries(details).map(([name, detail]) => [name, detail.status === 'up' ? 'ok' : 'failed'] as const);
    return { isReady: status === 'ok', checks: Object.fromEntries(checks) };
  }
}

function summaryOf(error: unknown): Summary {
  if (error instanceof ServiceUnavailableException) return error.getResponse() as Summary;
  throw error;
}

import { Injectable, ServiceUnavailableException } from '@nestjs/common';
import { HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';

const LIMIT_MS = 2000;

type Summary = Awaited<ReturnType<HealthCheckService['check']>>;

/** Whether the process takes requests, and how each check went. */
export interface Health {
  isReady: boolean;
  checks: Record<string, 'ok' | 'failed'>;
}

/** What must work for the service to take requests; contexts and the database register themselves. */
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

  /** Runs all checks side by side. Says which failed, never why: reasons may hold addresses and names; the log has them. */
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

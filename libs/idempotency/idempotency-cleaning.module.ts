import { type BeforeApplicationShutdown, Logger, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { Sweep, Wakeups } from '#queue';
import { IdempotencyModule } from './idempotency.module.js';
import { IdempotentAnswers } from './idempotent-answers.js';

/** How often old answers are cleared away, in milliseconds. */
const INTERVAL = 5 * 60 * 1000;

/** Forgets the answers of old keys, for the worker process only. */
@Module({ imports: [IdempotencyModule] })
export class IdempotencyCleaningModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly sweep: Sweep;

  constructor(
    private readonly wakeups: Wakeups,
    answers: IdempotentAnswers,
  ) {
    const log = new Logger('Idempotency');
    this.sweep = new Sweep(
      (limit) => answers.clean(limit),
      (problem) => log.error(problem),
    );
  }

  onApplicationBootstrap(): void {
    this.wakeups.every('idempotency-cleaning', INTERVAL, () => this.sweep.start());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.sweep.stop();
  }
}

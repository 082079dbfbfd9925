import { Global, Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { HealthChecks } from './health-checks.js';
import { MetricsModule } from './metrics.module.js';

/** One `HealthChecks` for the process. */
@Global()
@Module({ imports: [TerminusModule, MetricsModule], providers: [HealthChecks], exports: [HealthChecks] })
export class HealthModule {}

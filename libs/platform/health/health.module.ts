import { Global, Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { MetricsModule } from '#platform/metrics';
import { HealthChecks } from './health-checks.js';

/** One `HealthChecks` for the process. */
@Global()
@Module({ imports: [TerminusModule, MetricsModule], providers: [HealthChecks], exports: [HealthChecks] })
export class HealthModule {}

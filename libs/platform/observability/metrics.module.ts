import { Global, Module } from '@nestjs/common';
import { Metrics } from './metrics.js';

/** One `Metrics` for the process. */
@Global()
@Module({ providers: [Metrics], exports: [Metrics] })
export class MetricsModule {}

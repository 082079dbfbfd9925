import { Global, Module } from '@nestjs/common';
import { MetricsModule } from './metrics.module.js';
import { Watchdog } from './watchdog.js';

/** One `Watchdog` for the process. */
@Global()
@Module({ imports: [MetricsModule], providers: [Watchdog], exports: [Watchdog] })
export class WatchdogModule {}

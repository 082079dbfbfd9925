import { Global, Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { TerminusModule } from '@nestjs/terminus';
import { MetricsModule } from '#platform/metrics';
import { GateGuard } from './gate/gate.guard.js';
import { RouteScan } from './gate/route-scan.js';
import { HealthController } from './health/health.controller.js';
import { HealthChecks } from './health/health-checks.js';

/** What all routes share; `createHttpApplication` adds it. */
@Global()
@Module({
  imports: [DiscoveryModule, MetricsModule, TerminusModule],
  controllers: [HealthController],
  providers: [RouteScan, HealthChecks, { provide: APP_GUARD, useClass: GateGuard }],
  exports: [HealthChecks],
})
export class HttpModule {}

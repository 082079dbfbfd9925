import { Global, Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { HealthModule, MetricsModule } from '#platform/observability';
import { GateGuard } from '../gate/gate.guard.js';
import { RouteScan } from '../gate/route-scan.js';
import { HealthController } from '../health/health.controller.js';
import { RootController } from '../root/root.controller.js';

/** The common part of all routes; `createHttpApplication` adds it. */
@Global()
@Module({
  imports: [DiscoveryModule, MetricsModule, HealthModule],
  controllers: [RootController, HealthController],
  providers: [RouteScan, { provide: APP_GUARD, useClass: GateGuard }],
})
export class HttpModule {}

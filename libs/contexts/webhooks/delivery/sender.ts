import { Inject, Injectable, Logger } from '@nestjs/common';
import { Copies } from '#platform/copies';
import type { Lease } from '#platform/leases';
import { found, traced } from '#platform/observability';
import { UserParts } from '../configuration/user-parts.js';
import type { DisabledReason } from '../domain/endpoint-events.js';
import { laneKindOf } from '../domain/lane-name.js';
import { judge } from '../domain/retry-schedule.js';
import { signedHeaders } from '../signing/signature.js';
import { SigningSecrets } from '../signing/signing-secrets.js';
import { Deliveries } from './deliveries.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { DeliveryStore } from './delivery-store.js';
import { EndpointConnection } from './endpoint-connection.js';
import { type Lane, NOWHERE } from './lane.js';
import { Lanes } from './lanes.js';
import type { ClaimedDelivery } from './records.js';
import { WORKER_SETTINGS, type WorkerSettings } from './settings.js';

/** Sends claimed deliveries and reports the results. */
@Injectable()
export class Sender {
  private readonly log = new Logger('Webhooks');
  private whenRunningOut: () => void = () => undefined;
  private stopped = false;

  constructor(
    @Inject(WORKER_SETTINGS) private readonly settings: WorkerSettings,
    private readonly store: DeliveryStore,
    private readonly deliveries: Deliveries,
    private readonly lanes: Lanes,
    private readonly secrets: SigningSecrets,
    private readonly userParts: UserParts,
    private readonly connection: EndpointConnection,
    private readonly metrics: DeliveryMetrics,
    private readonly copies: Copies,
  ) {}

  /** @param whenRunningOut called when the next claim should come soon */
  start(whenRunningOut: () => void): void {
    this.whenRunningOut = whenRunningOut;
  }

  /** Starts no more calls. */
  stop(): void {
    this.stopped = true;
  }

  /** Starts as many calls as the concurrency limits allow. */
  send(): void {
    if (this.stopped || this.copies.isSilent) return;
    for (const { lane, lease } of this.lanes.next()) {
      // Every attempt goes to the URL configured at that moment (decisions.md, section 9), not at the time of the claim.
      if (lane.url !== null && this.deliveries.mayBegin(lease)) void this.tracedCall(lane, lease, lane.url);
      else this.deliveries.release(lease);
    }
  }

  private tracedCall(lane: Lane, lease: Lease<ClaimedDelivery>, url: string): Promise<void> {
    const { group_id, id, kind, attempt } = lease.work;
    return traced(
      () => ({
        kind: 'delivery',
        name: `deliver ${laneKindOf(kind)}`,
        attributes: {
          'lost_and_found.group': group_id,
          'lost_and_found.event_id': id,
          'lost_and_found.attempt': attempt,
          // The rest of the address may hold a password.
          'server.address': new URL(url).host,
        },
      }),
      () => this.call(lane, lease, url),
    );
  }

  private async call(lane: Lane, lease: Lease<ClaimedDelivery>, url: string): Promise<void> {
    const delivery = lease.work;
    const leave = this.lanes.enter(lane);
    const startedAt = performance.now();
    try {
      const headers = signedHeaders(delivery.id, new Date(), delivery.body, this.secrets.of(delivery));
      const result = await this.connection.post(this.userParts.addressOf(lane, url), headers, delivery.body, lease);
      // Another worker may claim it now; it will find the attempt open.
      if (lease.isLost) return;
      lease.hasEnded = true;
      lane.limits.learn(result);
      this.metrics.attempted(laneKindOf(delivery.kind), result);
      found(() => ({ 'lost_and_found.outcome': result.error ?? 'success' }));
      const known = { step: delivery.step, failingForMs: delivery.failing_for_ms };
      const { retryInMs, disable } = judge(result, known, this.settings);
      if (disable) await this.disable(lane, url, disable);
      this.deliveries.close({ lease, call: { url, startedAt, result }, retryInMs });
    } catch (problem) {
      // It is claimed again once its lease expires.
      this.deliveries.forget(lease);
      this.log.error(problem);
    } finally {
      leave();
      this.send();
      if (lane.isRunningOut) this.whenRunningOut();
    }
  }

  /** Disables the endpoint: this worker stops sending at once, others when they close their calls in flight. */
  private async disable(lane: Lane, url: string, reason: DisabledReason): Promise<void> {
    if (lane.isPaused || lane.url !== url) return;
    lane.isPaused = true;
    try {
      await this.store.disable(lane.key, url, reason);
      lane.setTarget(NOWHERE, performance.now());
    } catch (problem) {
      this.log.error(problem);
    } finally {
      lane.isPaused = false;
    }
  }
}

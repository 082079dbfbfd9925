import { Inject, Injectable } from '@nestjs/common';
import type { Lease } from '#platform/leases';
import { LANE_KINDS, type LaneKind, laneKindOf } from '../domain/lane-name.js';
import { Lane } from './lane.js';
import type { ClaimedDelivery, LaneDemand, LaneKey, LaneTarget } from './records.js';
import { WORKER_SETTINGS, type WorkerSettings } from './settings.js';

/** The current activity of a worker for one kind, or for all endpoints. */
export interface KindActivity {
  kind: LaneKind;
  inFlight: number;
  /** Endpoints with reduced concurrency because of timeouts (docs/adr/0012). */
  narrowed: number;
}

/** All lanes of a worker: decides which delivery is sent next and how many more to claim. Narrowed lanes share half of its calls. */
@Injectable()
export class Lanes {
  private readonly lanes = new Map<string, Lane>();
  private readonly total: number;
  private readonly widest: number;
  private inFlight = 0;
  private narrowedInFlight = 0;

  constructor(@Inject(WORKER_SETTINGS) { concurrency, endpointConcurrency }: WorkerSettings) {
    this.total = concurrency;
    this.widest = endpointConcurrency;
  }

  /** How many more each known lane wants. */
  demands(): LaneDemand[] {
    return [...this.lanes.values()].map((lane) => ({ ...lane.key, wanted: lane.wanted }));
  }

  /** Adds claimed deliveries. @param demands what the claim asked for @param readAt a time before the claim was sent */
  add(leases: readonly Lease<ClaimedDelivery>[], demands: readonly LaneDemand[], readAt: number): void {
    const asked = new Map(demands.map((demand) => [this.of(demand), demand.wanted]));
    const given = new Map<Lane, number>();
    for (const lease of leases) {
      const lane = this.of(lease.work);
      lane.setTarget(lease.work, readAt);
      lane.waiting.push(lease);
      given.set(lane, (given.get(lane) ?? 0) + 1);
    }
    for (const lane of this.lanes.values()) {
      const count = given.get(lane) ?? 0;
      if (count > 0 || lane.held === 0) lane.hasMore = count > 0 && count >= (asked.get(lane) ?? this.widest);
    }
  }

  /** Updates the URLs of lanes. @param readAt a time before they were read */
  retarget(targets: readonly LaneTarget[], readAt: number): void {
    for (const target of targets) this.lanes.get(nameOf(target))?.setTarget(target, readAt);
  }

  /**
   * Takes the next deliveries round-robin, including those of lanes without a URL. A lane that was served moves to the end, where the
   * loop meets it again.
   */
  *next(): Generator<{ lane: Lane; lease: Lease<ClaimedDelivery> }> {
    for (const [name, lane] of this.lanes) {
      if (this.inFlight >= this.total) return;
      if (lane.waiting.length === 0 || lane.isPaused || (lane.url !== null && !this.mayBegin(lane))) continue;
      this.lanes.delete(name);
      this.lanes.set(name, lane);
      yield { lane, lease: lane.waiting.shift()! };
    }
  }

  /** Counts a call as in flight until the returned function is called. */
  enter(lane: Lane): () => void {
    const { isNarrowed } = lane.limits;
    lane.inFlight += 1;
    this.inFlight += 1;
    if (isNarrowed) this.narrowedInFlight += 1;
    return () => {
      lane.inFlight -= 1;
      this.inFlight -= 1;
      if (isNarrowed) this.narrowedInFlight -= 1;
    };
  }

  /** Whether the next claim should come soon. */
  get areRunningOut(): boolean {
    return [...this.lanes.values()].some((lane) => lane.isRunningOut);
  }

  activity(): KindActivity[] {
    return LANE_KINDS.map((kind) => {
      const lanes = [...this.lanes.values()].filter(({ key }) => laneKindOf(key.kind) === kind);
      return {
        kind,
        inFlight: lanes.reduce((sum, lane) => sum + lane.inFlight, 0),
        narrowed: lanes.filter(({ limits }) => limits.isNarrowed).length,
      };
    });
  }

  /** Removes and returns all deliveries not started. */
  clear(): Lease<ClaimedDelivery>[] {
    return [...this.lanes.values()].flatMap((lane) => lane.waiting.splice(0));
  }

  /** Removes deliveries with a lost lease. */
  removeLost(): void {
    for (const { waiting } of this.lanes.values()) {
      if (waiting.some(({ isLost }) => isLost)) waiting.splice(0, waiting.length, ...waiting.filter(({ isLost }) => !isLost));
    }
  }

  /** Removes idle lanes. */
  removeIdle(): void {
    for (const [name, lane] of this.lanes) if (lane.isIdle) this.lanes.delete(name);
  }

  private mayBegin(lane: Lane): boolean {
    return lane.hasRoom && !(lane.limits.isNarrowed && this.narrowedInFlight >= this.total / 2);
  }

  private of({ group_id, kind }: LaneKey): Lane {
    const name = nameOf({ group_id, kind });
    const lane = this.lanes.get(name) ?? new Lane({ group_id, kind }, this.widest);
    this.lanes.set(name, lane);
    return lane;
  }
}

function nameOf({ group_id, kind }: LaneKey): string {
  return `${group_id}/${kind}`;
}

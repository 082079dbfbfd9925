import { KINDS } from '../domain/kinds.js';
import type { InHand } from './delivery-metrics.js';
import type { Claimed, LaneRoom } from './delivery-store.js';
import { Lane } from './lane.js';

export interface Widths {
  /** Calls at a time in the whole worker. */
  total: number;
  /** Calls at a time to one endpoint. */
  lane: number;
}

/** All lanes of a worker: who may send next, and how much more the worker should take. Suspected lanes share half of it. */
export class Lanes {
  private readonly lanes = new Map<string, Lane>();
  private inFlight = 0;
  private suspectedInFlight = 0;

  constructor(private readonly widths: Widths) {}

  of({ group_id, kind }: Pick<Claimed, 'group_id' | 'kind'>): Lane {
    const key = `${group_id}/${kind}`;
    const lane = this.lanes.get(key) ?? new Lane(this.widths.lane);
    this.lanes.set(key, lane);
    return lane;
  }

  /** How much more each known lane may hold. */
  rooms(): LaneRoom[] {
    return [...this.lanes].map(([key, lane]) => {
      const [group, kind] = key.split('/') as [string, LaneRoom['kind']];
      return { group_id: Number(group), kind, room: Math.max(0, lane.limits.capacity - lane.held) };
    });
  }

  add(claimed: readonly Claimed[], rooms: readonly LaneRoom[]): void {
    const asked = new Map(rooms.map((room) => [this.of(room), room.room]));
    const given = new Map<Lane, number>();
    for (const delivery of claimed) {
      const lane = this.of(delivery);
      lane.waiting.push(delivery);
      given.set(lane, (given.get(lane) ?? 0) + 1);
    }
    for (const lane of this.lanes.values()) {
      const count = given.get(lane) ?? 0;
      if (count > 0 || lane.held === 0) lane.more = count > 0 && count >= (asked.get(lane) ?? this.widths.lane);
    }
  }

  /** Takes the deliveries that may be sent now. Whose turn it was goes to the end, where the loop meets it again. */
  *startable(): Generator<{ lane: Lane; delivery: Claimed }> {
    for (const [key, lane] of this.lanes) {
      if (this.inFlight >= this.widths.total) return;
      if (lane.waiting.length === 0 || !lane.open) continue;
      if (lane.limits.isNarrowed && this.suspectedInFlight >= this.widths.total / 2) continue;
      this.lanes.delete(key);
      this.lanes.set(key, lane);
      yield { lane, delivery: lane.waiting.shift()! };
    }
  }

  /** Counts a call from its start to its end; the returned function ends it. */
  enter(lane: Lane): () => void {
    const suspected = lane.limits.isNarrowed;
    lane.inFlight += 1;
    this.inFlight += 1;
    if (suspected) this.suspectedInFlight += 1;
    return () => {
      lane.inFlight -= 1;
      this.inFlight -= 1;
      if (suspected) this.suspectedInFlight -= 1;
    };
  }

  get hungry(): boolean {
    return [...this.lanes.values()].some((lane) => lane.hungry);
  }

  /** What is on its way, and how many endpoints are narrowed. */
  inHand(): InHand[] {
    return KINDS.map((kind) => {
      const lanes = [...this.lanes].filter(([key]) => key.endsWith(`/${kind}`)).map(([, lane]) => lane);
      return {
        kind,
        inFlight: lanes.reduce((sum, lane) => sum + lane.inFlight, 0),
        narrowed: lanes.filter((lane) => lane.limits.isNarrowed).length,
      };
    });
  }

  /** Takes back everything that was not started. */
  drain(): Claimed[] {
    return [...this.lanes.values()].flatMap((lane) => lane.waiting.splice(0));
  }

  /** Forgets lanes with nothing to do and nothing to remember. */
  tidy(): void {
    for (const [key, lane] of this.lanes) if (lane.held === 0 && !lane.limits.isNarrowed && !lane.more) this.lanes.delete(key);
  }
}

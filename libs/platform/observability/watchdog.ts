import { Global, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Loop } from './loop.js';
import { Metrics, MetricsModule } from './metrics.js';

/** Milliseconds between two looks. */
const TICK = 1_000;

/** A loop stands still: waiting for something that has no end. */
export class LoopStalled extends Error {
  constructor({ name, standing }: Loop) {
    super(`The loop "${name}" has stood still for ${Math.round(standing / 1000)} s.`);
  }
}

/** Notices loops of this process that stand still longer than their bound. */
@Injectable()
export class Watchdog implements OnApplicationShutdown {
  private readonly loops: Loop[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor({ registry }: Metrics) {
    const { loops } = this;
    new Gauge({
      name: 'lost_and_found_loop_standing_seconds',
      help: 'How long the round under way of each loop of this process has taken; 0 while it rests.',
      labelNames: ['loop'],
      registers: [registry],
      collect() {
        for (const { name, standing } of loops) this.set({ loop: name }, standing / 1000);
      },
    });
  }

  /** A loop to be watched. @param bound milliseconds that one round may take at most */
  loop(name: string, bound: number): Loop {
    const loop = new Loop(name, bound);
    this.loops.push(loop);
    return loop;
  }

  /** Looks every second. @param onStall called when a loop stands still */
  start(onStall: (stalled: LoopStalled) => void): void {
    let last = performance.now();
    this.timer = setInterval(() => {
      const now = performance.now();
      // A process that was stopped and continued stood still as a whole: that is not the loops' doing.
      const passed = Math.min(now - last, 2 * TICK);
      last = now;
      for (const loop of this.loops) loop.tick(passed);
      const stalled = this.loops.find(({ isStalled }) => isStalled);
      if (stalled) onStall(new LoopStalled(stalled));
    }, TICK).unref();
  }

  /** Asks whether all loops are running. @throws LoopStalled for one that has stood still for half of its bound */
  async check(): Promise<void> {
    const late = this.loops.find(({ isLate }) => isLate);
    if (late) throw new LoopStalled(late);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }
}

/** One `Watchdog` for the process. */
@Global()
@Module({ imports: [MetricsModule], providers: [Watchdog], exports: [Watchdog] })
export class WatchdogModule {}

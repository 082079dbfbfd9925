import { type BeforeApplicationShutdown, Logger, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { ConnectionSettings } from '#contexts/connections';
import { WorkUnderWay } from '#platform/concurrency';
import { Copies } from '#platform/copies';
import { Watchdog } from '#platform/observability';
import { PollingLoop } from '#platform/queue';
import { Labels } from '../labels/labels.js';
import { ParcelsModule } from '../parcels.module.js';
import { Tracking } from './tracking.js';

/** Milliseconds for a look for a label that is due, which takes one: carriers are called once a second at most. */
const BOUND = 60_000;
/** How many are looked after at once, half of them of one Group: a carrier that does not answer holds up no other. */
const AT_ONCE = 16;

/** Asks carriers about parcels that they say nothing of, and about labels of which it is not known what became; in the worker only. */
@Module({ imports: [ParcelsModule] })
export class ParcelWorkModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Parcels');
  private readonly loop: PollingLoop;
  private readonly underWay = new WorkUnderWay(AT_ONCE);

  constructor(
    private readonly labels: Labels,
    private readonly tracking: Tracking,
    private readonly copies: Copies,
    watchdog: Watchdog,
    { look }: ConnectionSettings,
  ) {
    this.loop = new PollingLoop(watchdog, 'parcels', { interval: look, bound: BOUND }, () => this.round(), this.log);
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
    await this.underWay.settled();
  }

  /** Begins with one. @returns that the next round waits */
  private async round(): Promise<boolean> {
    if (this.underWay.isFull || this.copies.isSilent) return false;
    const label = await this.labels.due(this.underWay.crowded);
    if (label) {
      this.underWay.begin(label.group_id, () => this.tracking.lookAfter(label).catch((error) => this.log.error(error)));
    }
    return false;
  }
}

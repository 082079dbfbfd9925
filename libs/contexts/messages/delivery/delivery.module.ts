import { type BeforeApplicationShutdown, type DynamicModule, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { ConnectionsModule } from '#contexts/connections';
import { GuestSettingsModule } from '#contexts/guest-settings';
import { ItemsModule } from '#contexts/items';
import { Counters } from '#platform/limits';
import { MetricsModule } from '#platform/observability';
import { Sweeps, Wakeups } from '#platform/queue';
import { MessagesModule } from '../messages.module.js';
import { MESSAGES } from '../outbox/messages.projections.js';
import { ReplyPictures } from '../replies/reply-pictures.js';
import { SealedTexts } from '../sealed-texts.js';
import { Letterheads } from '../settings/letterhead.js';
import { MailboxLimit } from '../settings/mailbox-limit.js';
import { CarriedZones } from './carried-zones.js';
import { Letters } from './letters.js';
import { MessageMetrics } from './message-metrics.js';
import { MessageStore } from './message-store.js';
import { MessageUpkeep } from './message-upkeep.js';
import { MessageWorker } from './message-worker.js';
import { ReadyMessages } from './ready-messages.js';
import { Reminders } from './reminders.js';
import { Sending } from './sending.js';
import { MESSAGE_SETTINGS, type MessageSettings } from './settings.js';

/** How long a stopping worker waits for messages being sent, in milliseconds, so that the process ends within ten seconds. */
const GRACE = 2_500;

/** Milliseconds between sweeps of pictures in replies that were erased. */
const ERASED_SWEEP = 5_000;

/** Milliseconds between sweeps of messages that are held. */
const HELD_SWEEP = 5 * 60_000;

/** Milliseconds between sweeps of failures that are settled. */
const SETTLED_SWEEP = 60_000;

/** Milliseconds between sweeps of time zones that Locations are still to get. */
const ZONE_SWEEP = 60_000;

/** Milliseconds between sweeps for items with storage that ends soon. */
const REMINDER_SWEEP = 5_000;

/** Sends messages to owners and guests, for the worker process only. */
@Module({})
export class MessageDeliveryModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly worker: MessageWorker,
    private readonly wakeups: Wakeups,
    sweeps: Sweeps,
    upkeep: MessageUpkeep,
    pictures: ReplyPictures,
    reminders: Reminders,
    zones: CarriedZones,
  ) {
    sweeps.every('carried-zones', ZONE_SWEEP, (limit) => zones.carry(limit));
    sweeps.every('reminders', REMINDER_SWEEP, (limit) => reminders.write(limit));
    sweeps.every('settled-failures', SETTLED_SWEEP, (limit) => upkeep.settleFailures(limit));
    sweeps.every('erased-replies', ERASED_SWEEP, (limit) => pictures.forget(limit));
    sweeps.every('held-messages', HELD_SWEEP, (limit) => upkeep.dropHeld(limit));
  }

  static forRoot(settings: MessageSettings): DynamicModule {
    return {
      module: MessageDeliveryModule,
      imports: [ItemsModule, GuestSettingsModule, MetricsModule, ConnectionsModule, MessagesModule],
      providers: [
        { provide: MESSAGE_SETTINGS, useValue: settings },
        Letterheads,
        Letters,
        SealedTexts,
        CarriedZones,
        Reminders,
        MessageStore,
        MessageMetrics,
        MessageUpkeep,
        Counters,
        MailboxLimit,
        ReadyMessages,
        Sending,
        MessageWorker,
      ],
    };
  }

  onApplicationBootstrap(): void {
    this.worker.start();
    this.wakeups.consume(MESSAGES, () => this.worker.wake());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker.stop(GRACE);
  }
}

import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  Inject,
  Logger,
  Module,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { GuestLinks } from '#contexts/guest-links';
import { ItemsModule, ReportBounce } from '#contexts/items';
import { Database } from '#platform/database';
import { Clock } from '#platform/kernel';
import { Wakeups } from '#platform/queue';
import { MESSAGES } from '../outbox/message-nudge.js';
import { folderMailer, type Mailer, smtpMailer } from './mail.js';
import { MessageStore } from './message-store.js';
import { MessageWorker } from './message-worker.js';
import { folderGateway, httpGateway } from './sms.js';

/** How messages go out. */
export interface MessageSettings {
  /** The mail server; null when there is none. */
  smtpUrl: string | null;
  /** Whom emails come from: `Harbour Hotels <lost@example.com>`. */
  from: string;
  /** The SMS gateway; null when there is none. */
  smsUrl: string | null;
  /** The development mailbox, which takes what has no other way out; null when there is none. */
  folder: string | null;
  /** Milliseconds before the first retry, the second, … */
  schedule: readonly number[];
}

/** What a stopping worker gives to messages that are being handed over, so that the whole process ends within ten seconds. */
const GRACE = 2_500;
const SETTINGS = Symbol('message settings');

/** Messages to owners and guests on their way, for the worker process only. */
@Module({})
export class MessageDeliveryModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Messages');
  private readonly mailer: Mailer | null;
  private readonly worker: MessageWorker;

  constructor(
    @Inject(SETTINGS) { smtpUrl, from, smsUrl, folder, schedule }: MessageSettings,
    database: Database,
    clock: Clock,
    links: GuestLinks,
    bounces: ReportBounce,
    private readonly wakeups: Wakeups,
  ) {
    this.mailer = smtpUrl !== null ? smtpMailer(smtpUrl, from) : folder !== null ? folderMailer(folder, from) : null;
    const gateway = smsUrl !== null ? httpGateway(smsUrl) : folder !== null ? folderGateway(folder) : null;
    const policy = { schedule, random: Math.random };
    const ways = { mailer: this.mailer, gateway };
    const report = (problem: unknown) => this.log.error(problem);
    this.worker = new MessageWorker(new MessageStore(database, clock), database, links, bounces, ways, policy, report);
  }

  static forRoot(settings: MessageSettings): DynamicModule {
    return {
      module: MessageDeliveryModule,
      imports: [ItemsModule],
      providers: [{ provide: SETTINGS, useValue: settings }],
    };
  }

  onApplicationBootstrap(): void {
    this.worker.start();
    this.wakeups.consume(MESSAGES, () => this.worker.wake());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker.stop(GRACE);
    this.mailer?.close();
  }
}

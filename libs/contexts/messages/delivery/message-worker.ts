import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ReportBounce } from '#contexts/items';
import { Copies } from '#platform/copies';
import { Database } from '#platform/database';
import { Clock, type RetryPolicy } from '#platform/kernel';
import { Watchdog } from '#platform/observability';
import { PollingLoop } from '#platform/queue';
import type { ClaimedMessage } from '../attempts/claimed.js';
import { type MessageClosing, whatFollows } from '../attempts/what-follows.js';
import { MAIL_CONNECTIONS } from './mail.js';
import type { Ready } from './message-data.js';
import { MessageMetrics } from './message-metrics.js';
import { MessageStore } from './message-store.js';
import { ReadyMessages } from './ready-messages.js';
import { Sending } from './sending.js';
import { MESSAGE_SETTINGS, type MessageSettings } from './settings.js';

/** Polling interval in milliseconds: finds messages without a wake-up, due retries and ended quiet hours. */
const POLL = 1_000;
/** Sending some messages and recording the results, with all retries, ends within this many milliseconds. */
const ROUND = 5 * 60_000;
/** How many times to try to record the result of a message. */
const TRIES = 10;

/** Claims due messages, sends them and records the results, until it is stopped. */
@Injectable()
export class MessageWorker {
  private readonly log = new Logger('Messages');
  private readonly token = randomUUID();
  private readonly policy: RetryPolicy;
  private readonly loop: PollingLoop;
  /** The messages of the last claim. */
  private claimed: readonly ClaimedMessage[] = [];

  constructor(
    private readonly store: MessageStore,
    private readonly ready: ReadyMessages,
    private readonly sending: Sending,
    private readonly database: Database,
    private readonly commands: CommandBus,
    private readonly copies: Copies,
    private readonly clock: Clock,
    private readonly metrics: MessageMetrics,
    @Inject(MESSAGE_SETTINGS) { schedule }: MessageSettings,
    watchdog: Watchdog,
  ) {
    const times = { interval: POLL, bound: ROUND };
    this.loop = new PollingLoop(watchdog, 'messages', times, () => this.round(), this.log);
    this.policy = { schedule, random: Math.random };
  }

  start(): void {
    this.loop.start();
  }

  /** There may be something to send. */
  wake(): void {
    this.loop.wake();
  }

  /** Begins no more messages, releases those not begun, and waits for both and for those being sent, at most `grace` milliseconds. */
  async stop(grace: number): Promise<void> {
    const stopped = Promise.all([this.loop.stop(), this.release()]);
    await Promise.race([stopped, pause(grace, undefined, { ref: false })]);
  }

  /** Messages that were begun or have ended are no longer leased to this worker, and stay as they are. */
  private release(): Promise<unknown> {
    return this.store.release(this.token, this.claimed).catch((problem) => this.log.error(problem));
  }

  /** @returns whether messages were due: more may be */
  private async round(): Promise<boolean> {
    if (this.copies.isSilent) return false;
    this.claimed = await this.store.claim(this.token, MAIL_CONNECTIONS);
    // Claimed while the worker was being stopped.
    if (this.loop.isStopping) await this.release();
    const read = await Promise.all(
      this.claimed.map((message) => this.ready.read(this.token, message).catch((problem) => void this.log.error(problem))),
    );
    const ready = read.filter((message) => message !== null && message !== undefined);
    const together = Object.values(Object.groupBy(ready, togetherWith)) as [Ready, ...Ready[]][];
    await Promise.all(together.map((messages) => this.process(messages).catch((problem) => this.log.error(problem))));
    return this.claimed.length > 0;
  }

  /** @param messages one message, or several that go out as one */
  private async process(messages: readonly [Ready, ...Ready[]]): Promise<void> {
    const channel = this.sending.channelFor(messages[0]);
    if (channel === null) {
      await Promise.all(messages.map((message) => this.store.settle(this.token, message, 'held')));
      return;
    }
    if (this.loop.isStopping) return;
    const begun = await this.store.begin(this.token, messages, channel);
    const [first] = begun;
    if (first === undefined) return;
    const startedAt = performance.now();
    const { text, mail, ...result } = await this.sending.send([first, ...begun.slice(1)], channel).catch((problem) => {
      this.log.error(problem);
      return { outcome: 'unknown', error: 'interrupted', responseCode: null, text: null, mail: null } as const;
    });
    const durationMs = Math.round(performance.now() - startedAt);
    const canText = this.sending.canText(first);
    const closing = {
      ...whatFollows(result, { channel, canText, step: first.step }, this.policy),
      durationMs,
      channel,
      text,
      mail,
      endedAt: this.clock.now(),
    };
    this.metrics.attempted(result, closing);
    const hasBounced = result.error === 'recipient_refused' && first.subject === 'item' && !canText;
    await this.keep(() => (hasBounced ? this.closeBounced(begun, closing) : this.store.close(begun, closing)));
  }

  /** In one transaction: a closed message is not processed again, and the item would wait for an owner who was never notified. */
  private closeBounced(messages: readonly Ready[], closing: MessageClosing): Promise<void> {
    return this.database.inTransaction(async () => {
      await this.store.close(messages, closing);
      for (const { group_id, subject_id, about } of messages)
        await this.commands.execute(new ReportBounce(group_id, subject_id, about.email!));
    });
  }

  /** Retries a failed write: only this process knows the result, and the message is not sent again. */
  private async keep(write: () => Promise<void>): Promise<void> {
    for (let tried = 1; ; tried++) {
      try {
        return await write();
      } catch (problem) {
        if (this.loop.isStopping || tried === TRIES) throw problem;
        this.log.error(problem);
        await pause(POLL);
      }
    }
  }
}

/** The common key of messages that go out as one: finds of one owner, and news for one desk. */
function togetherWith({ group_id, location_id, subject, subject_id, version, kind, about }: Ready): string {
  if (kind === 'desk-news') return `desk/${group_id}/${location_id}`;
  if (kind !== 'item-found') return `${subject}/${group_id}/${subject_id}/${version}`;
  return `finds/${group_id}/${location_id}/${about.email?.toLowerCase() ?? about.phone_number}`;
}

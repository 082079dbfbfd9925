import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AccountLinks, GuestLinks } from '#contexts/guest-links';
import { ReportBounce } from '#contexts/items';
import { choose, longDate } from '#contexts/texts';
import { Copies } from '#platform/copies';
import { Database } from '#platform/database';
import { Clock, type RetryPolicy } from '#platform/kernel';
import { WakeablePause } from '#platform/queue';
import { type Loop, Watchdog } from '#platform/watchdog';
import type { Channel } from '../message.js';
import { render } from '../templates/render.js';
import type { AttemptResult } from './attempt.js';
import { Channels } from './channels.js';
import { MAIL_CONNECTIONS } from './mail.js';
import { type Claimed, type Closing, MessageStore } from './message-store.js';
import { MESSAGE_SETTINGS, type MessageSettings } from './settings.js';
import { isStillTrue, readSubject, type Subject } from './subjects.js';
import { whatFollows } from './what-follows.js';

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
  private stopping = false;
  private readonly pause = new WakeablePause();
  private readonly loop: Loop;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: MessageStore,
    private readonly database: Database,
    private readonly links: GuestLinks,
    private readonly accountLinks: AccountLinks,
    private readonly commands: CommandBus,
    private readonly channels: Channels,
    private readonly copies: Copies,
    private readonly clock: Clock,
    @Inject(MESSAGE_SETTINGS) { schedule }: MessageSettings,
    watchdog: Watchdog,
  ) {
    this.loop = watchdog.loop('messages', ROUND);
    this.policy = { schedule, random: Math.random };
  }

  start(): void {
    this.running = this.sendUntilStopped();
  }

  /** There may be something to send. */
  wake(): void {
    this.pause.wake();
  }

  /** Starts no more messages and waits for those being sent, at most `grace` milliseconds. */
  async stop(grace: number): Promise<void> {
    this.stopping = true;
    this.wake();
    await Promise.race([this.running, pause(grace, undefined, { ref: false })]);
  }

  private async sendUntilStopped(): Promise<void> {
    while (!this.stopping) {
      this.pause.begin();
      try {
        if ((await this.loop.round(() => this.sendSome())) > 0) continue;
      } catch (problem) {
        this.log.error(problem);
      }
      if (!this.stopping) await this.pause.rest(POLL);
    }
  }

  /** @returns how many messages were due */
  private async sendSome(): Promise<number> {
    if (this.copies.isSilent) return 0;
    const claimed = await this.store.claim(this.token, MAIL_CONNECTIONS);
    await Promise.all(claimed.map((message) => this.process(message).catch((problem) => this.log.error(problem))));
    return claimed.length;
  }

  private async process(message: Claimed): Promise<void> {
    const subject = await readSubject(this.database, message);
    if (!subject || !isStillTrue(message.kind, subject)) return this.store.settle(this.token, message, 'obsolete');
    const channel = this.channel(message, subject);
    if (channel === null) return this.store.settle(this.token, message, 'held');
    if (this.stopping || !(await this.store.begin(this.token, message, channel))) return;
    const startedAt = performance.now();
    const result = await this.send(message, subject, channel).catch((problem): AttemptResult => {
      this.log.error(problem);
      return { outcome: 'unknown', error: 'interrupted', responseCode: null };
    });
    const durationMs = Math.round(performance.now() - startedAt);
    const canText = this.canText(subject);
    const closing = {
      ...whatFollows(result, { channel, canText, step: message.step }, this.policy),
      durationMs,
      channel,
      endedAt: this.clock.now(),
    };
    const hasBounced = result.error === 'recipient_refused' && message.subject === 'item' && !canText;
    await this.keep(() =>
      hasBounced ? this.closeBounced(message, closing, subject.email!) : this.store.close(message, closing),
    );
  }

  /** In one transaction: a closed message is not processed again, and the item would wait for an owner who was never notified. */
  private closeBounced(message: Claimed, closing: Closing, email: string): Promise<void> {
    return this.database.inTransaction(async () => {
      await this.store.close(message, closing);
      await this.commands.execute(new ReportBounce(message.group_id, message.subject_id, email));
    });
  }

  /** Retries a failed write: only this process knows the result, and the message is not sent again. */
  private async keep(write: () => Promise<void>): Promise<void> {
    for (let tried = 1; ; tried++) {
      try {
        return await write();
      } catch (problem) {
        if (this.stopping || tried === TRIES) throw problem;
        this.log.error(problem);
        await pause(POLL);
      }
    }
  }

  /** Email if there is an address, else SMS; null if neither can be sent. */
  private channel({ email_refused }: Claimed, subject: Subject): Channel | null {
    if (subject.email !== null && !email_refused && this.channels.mailer) return 'email';
    return this.canText(subject) ? 'sms' : null;
  }

  private canText({ phone_number }: Subject): boolean {
    return phone_number !== null && this.channels.gateway !== null;
  }

  private send(message: Claimed, subject: Subject, channel: Channel): Promise<AttemptResult> {
    const { thing, name, place, question } = subject;
    const language = choose(...subject.languages);
    const endsAt = new Date(subject.ends_at);
    const facts = { name, thing, place, question, deadline: longDate(language, endsAt, subject.zone) };
    const contact = channel === 'sms' ? subject.phone_number : subject.email;
    const link = this.linkOf(message, subject, endsAt, contact);
    const { sms, ...rendered } = render(language, message.kind, facts, link);
    const id = `${message.subject}-${message.group_id}-${message.subject_id}-${message.version}`;
    if (channel === 'sms') return this.channels.gateway!.send({ to: contact!, text: sms, id });
    return this.channels.mailer!.send({ to: contact!, id, language, ...rendered });
  }

  private linkOf({ group_id, subject, subject_id }: Claimed, { password_link }: Subject, endsAt: Date, contact: string | null) {
    if (subject === 'user') return this.accountLinks.linkFor({ groupID: group_id, userID: subject_id, link: password_link! });
    return this.links.linkFor(group_id, subject, subject_id, endsAt, contact);
  }
}

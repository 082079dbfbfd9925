import { randomUUID } from 'node:crypto';
import type { GuestLinks } from '#contexts/guest-links';
import type { ReportBounce } from '#contexts/items';
import type { Database } from '#platform/database';
import { pauseBefore, type RetryPolicy } from '#platform/kernel';
import { WakeablePause } from '#platform/queue';
import type { Channel } from '../message.js';
import { languageOf } from '../templates/languages.js';
import { dateIn, render } from '../templates/render.js';
import type { AttemptResult } from './attempt.js';
import { MAIL_CONNECTIONS, type Mailer } from './mail.js';
import type { Claimed, Closing, MessageStore } from './message-store.js';
import type { SmsGateway } from './sms.js';
import { isStillTrue, readSubject, type Subject } from './subjects.js';

/** Without any wake-up the worker looks this often: it finds what was not nudged, retries, ended quiet hours. */
const LOOK = 1_000;

/** The ways out; null where none is configured. */
export interface Ways {
  mailer: Mailer | null;
  gateway: SmsGateway | null;
}

/** Takes due messages, hands them over and writes down what came of it, until it is stopped. */
export class MessageWorker {
  private readonly token = randomUUID();
  private stopping = false;
  private readonly pause = new WakeablePause();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: MessageStore,
    private readonly database: Database,
    private readonly links: GuestLinks,
    private readonly bounces: ReportBounce,
    private readonly ways: Ways,
    private readonly policy: RetryPolicy,
    private readonly report: (problem: unknown) => void,
  ) {}

  start(): void {
    this.running = this.untilStopped();
  }

  /** There may be something to send. */
  wake(): void {
    this.pause.wake();
  }

  /** Begins nothing more and waits for what is being handed over, at most `grace` milliseconds. */
  async stop(grace: number): Promise<void> {
    this.stopping = true;
    this.wake();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, grace);
    });
    await Promise.race([this.running, late]);
    clearTimeout(timer);
  }

  private async untilStopped(): Promise<void> {
    while (!this.stopping) {
      this.pause.begin();
      try {
        const claimed = await this.store.claim(this.token, MAIL_CONNECTIONS);
        await Promise.all(claimed.map((message) => this.carry(message).catch(this.report)));
        if (claimed.length > 0) continue;
      } catch (problem) {
        this.report(problem);
      }
      if (!this.stopping) await this.pause.rest(LOOK);
    }
  }

  private async carry(message: Claimed): Promise<void> {
    const subject = await readSubject(this.database, message);
    if (!subject || !isStillTrue(message.kind, subject)) return this.store.settle(this.token, message, 'obsolete');
    const channel = this.channel(message, subject);
    if (channel === null) return this.store.settle(this.token, message, 'held');
    if (this.stopping || !(await this.store.begin(this.token, message, channel))) return;
    const startedAt = performance.now();
    const result = await this.hand(message, subject, channel).catch((problem): AttemptResult => {
      this.report(problem);
      return { outcome: 'unknown', error: 'interrupted', responseCode: null };
    });
    const durationMs = Math.round(performance.now() - startedAt);
    await this.store.close(message, { ...this.next(message, subject, channel, result), durationMs });
    if (result.error === 'recipient_refused' && message.subject === 'item' && !this.canText(subject)) {
      await this.bounces.execute(message.group_id, message.subject_id, subject.email!);
    }
  }

  /** Email where there is an address, else SMS. */
  private channel({ email_refused }: Claimed, subject: Subject): Channel | null {
    if (subject.email !== null && !email_refused && this.ways.mailer) return 'email';
    return this.canText(subject) ? 'sms' : null;
  }

  private canText({ phone_number }: Subject): boolean {
    return phone_number !== null && this.ways.gateway !== null;
  }

  private hand(message: Claimed, subject: Subject, channel: Channel): Promise<AttemptResult> {
    const { thing, name, place, question } = subject;
    const language = languageOf(subject.languages);
    const endsAt = new Date(subject.ends_at);
    const facts = { name, thing, place, question, deadline: dateIn(language, endsAt, subject.zone) };
    const contact = channel === 'sms' ? subject.phone_number : subject.email;
    const link = this.links.linkFor(message.group_id, message.subject, message.subject_id, endsAt, contact);
    const { sms, ...rendered } = render(language, message.kind, facts, link);
    const id = `${message.subject}-${message.group_id}-${message.subject_id}-${message.version}`;
    if (channel === 'sms') return this.ways.gateway!.send({ to: contact!, text: sms, id });
    return this.ways.mailer!.send({ to: contact!, id, language, ...rendered });
  }

  /** What follows from an attempt. */
  private next(message: Claimed, subject: Subject, channel: Channel, result: AttemptResult): Omit<Closing, 'durationMs'> {
    const { outcome, error, responseCode } = result;
    const known = { error, responseCode, retryInMs: null, emailRefused: error === 'recipient_refused' };
    switch (outcome) {
      case 'sent':
        return { ...known, status: 'sent' };
      case 'unknown':
        return { ...known, status: 'uncertain' };
      case 'again': {
        const retryInMs = pauseBefore(this.policy, message.step);
        return { ...known, status: retryInMs === null ? 'failed' : 'waiting', retryInMs };
      }
      case 'never': {
        // There is a telephone left to try.
        const textInstead = channel === 'email' && known.emailRefused && this.canText(subject);
        return textInstead ? { ...known, status: 'waiting', retryInMs: 0 } : { ...known, status: 'failed' };
      }
      default:
        return outcome satisfies never;
    }
  }
}

import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { GuestLinks } from '#contexts/links';
import { type Channel, isForDesk, mailID } from '../message.js';
import type { AttemptResult } from './attempt.js';
import { Letters, type Written } from './letters.js';
import { folderMailer, type Mailer, smtpMailer } from './mail.js';
import type { Ready } from './message-data.js';
import { MessageStore } from './message-store.js';
import { MESSAGE_SETTINGS, type MessageSettings } from './settings.js';
import { folderGateway, httpGateway, type SmsGateway } from './sms.js';

/** The result of sending a message, and what it said as plain text. */
export type Sent = AttemptResult & { text: string };

/** Hands messages over to a mail server or SMS gateway, which are null where none is configured. */
@Injectable()
export class Sending implements OnApplicationShutdown {
  private readonly mailer: Mailer | null;
  private readonly gateway: SmsGateway | null;

  constructor(
    @Inject(MESSAGE_SETTINGS) { smtpUrl, from, smsUrl, folder }: MessageSettings,
    private readonly letters: Letters,
    private readonly store: MessageStore,
    links: GuestLinks,
  ) {
    this.mailer = smtpUrl !== null ? smtpMailer(smtpUrl, from, links.host) : folder !== null ? folderMailer(folder, from) : null;
    this.gateway = smsUrl !== null ? httpGateway(smsUrl) : folder !== null ? folderGateway(folder) : null;
  }

  onApplicationShutdown(): void {
    this.mailer?.close();
  }

  /** Email if there is an address, else SMS; null if neither can be sent. */
  channelFor(message: Ready): Channel | null {
    if (isForDesk(message)) return this.mailer ? 'email' : null;
    if (message.about.email !== null && !message.email_refused && this.mailer) return 'email';
    return this.canText(message) ? 'sms' : null;
  }

  canText({ about, subject }: Ready): boolean {
    return about.phone_number !== null && this.gateway !== null && !isForDesk({ subject });
  }

  /** @param messages one message, and the others that go out with it as one */
  async send(messages: readonly [Ready, ...Ready[]], channel: Channel): Promise<Sent> {
    const [first] = messages;
    const written = await this.letters.write(messages, channel);
    const { sms, text } = written.rendered;
    if (channel === 'email') return { ...(await this.mail(first, written)), text };
    return { ...(await this.gateway!.send({ to: written.contact!, text: sms, id: mailID(first) })), text: sms };
  }

  private async mail(message: Ready, { language, contact, letterhead, rendered }: Written): Promise<AttemptResult> {
    const { sms: _, ...email } = { ...rendered, id: mailID(message), follows: await this.store.firstMail(message), language };
    const mailer = this.mailer!;
    if (letterhead === null) return mailer.send({ to: contact!, ...email });
    const { senderName, replyTo, desk } = letterhead;
    if (isForDesk(message)) return mailer.send({ to: desk.email!, cc: desk.cc, ...email });
    const unsubscribe = message.subject === 'item-reminder' && replyTo !== null ? { unsubscribe: replyTo } : {};
    return mailer.send({ to: contact!, senderName, replyTo, ...unsubscribe, ...email });
  }
}

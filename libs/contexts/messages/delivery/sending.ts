import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { OpenConnections } from '#contexts/connections';
import { GuestLinks } from '#contexts/links';
import type { AttemptResult } from '../attempts/attempt.js';
import { type Channel, isForDesk, mailID } from '../message.js';
import { recordOf } from '../replies/answered-record.js';
import { ReplyTokens } from '../replies/reply-tokens.js';
import { Letters, type Written } from './letters.js';
import { type Email, folderMailer, type Mailer, smtpMailer } from './mail.js';
import type { Ready } from './message-data.js';
import { MessageStore } from './message-store.js';
import { MESSAGE_SETTINGS, type MessageSettings } from './settings.js';
import { folderGateway, httpGateway, type SmsGateway } from './sms.js';

/** The result of sending a message, what it said as plain text, and what names the mail; null of an SMS. */
export type Sent = AttemptResult & { text: string; mail: string | null };

/** Hands messages over to a mail server or SMS gateway, which are null where none is configured. */
@Injectable()
export class Sending implements OnApplicationShutdown {
  private readonly mailer: Mailer | null;
  private readonly gateway: SmsGateway | null;

  constructor(
    @Inject(MESSAGE_SETTINGS) { smtpUrl, from, smsUrl, folder }: MessageSettings,
    private readonly letters: Letters,
    private readonly store: MessageStore,
    private readonly connections: OpenConnections,
    private readonly tokens: ReplyTokens,
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
    return { ...(await this.gateway!.send({ to: written.contact!, text: sms, id: mailID(first) })), text: sms, mail: null };
  }

  private async mail(
    message: Ready,
    { language, contact, letterhead, rendered }: Written,
  ): Promise<AttemptResult & { mail: string }> {
    const mailbox = letterhead === null || isForDesk(message) ? null : await this.mailboxOf(message);
    const mail = mailbox ? this.tokens.mailID(mailID(message), message) : mailID(message);
    const { sms: _, ...email } = { ...rendered, id: mail, follows: await this.store.firstMail(message), language };
    const send = async (more: Pick<Email, 'to'> & Partial<Email>) => ({
      ...(await this.mailer!.send({ ...more, ...email })),
      mail,
    });
    if (letterhead === null) return send({ to: contact! });
    const { senderName, desk } = letterhead;
    if (isForDesk(message)) return send({ to: desk.email!, cc: desk.cc });
    const replyTo = mailbox ?? letterhead.replyTo;
    const unsubscribe = message.subject === 'item-reminder' && replyTo !== null ? { unsubscribe: replyTo } : {};
    return send({ to: contact!, senderName, replyTo, ...unsubscribe });
  }

  /** The address that its answers are to come to; null where no mailbox is connected for its Location. */
  private async mailboxOf(message: Ready): Promise<string | null> {
    const connection = await this.connections.covering(message.group_id, 'mail', message.location_id);
    return connection && this.tokens.addressFor(String(connection.settings.address), recordOf(message));
  }
}

import { Injectable } from '@nestjs/common';
import { AccountLinks, GuestLinks } from '#contexts/guest-links';
import { choose } from '#contexts/texts';
import type { Channel } from '../message.js';
import { isForDesk, isForUser } from '../message.js';
import { Letterheads } from '../settings/letterhead.js';
import { render } from '../templates/render.js';
import type { AttemptResult } from './attempt.js';
import { Channels } from './channels.js';
import { messageDataOf, type Ready } from './message-data.js';

/** Writes messages and hands them over to a channel. */
@Injectable()
export class Sending {
  constructor(
    private readonly channels: Channels,
    private readonly letterheads: Letterheads,
    private readonly links: GuestLinks,
    private readonly accountLinks: AccountLinks,
  ) {}

  /** Email if there is an address, else SMS; null if neither can be sent. */
  channelFor(message: Ready): Channel | null {
    if (isForDesk(message)) return this.channels.mailer ? 'email' : null;
    if (message.about.email !== null && !message.email_refused && this.channels.mailer) return 'email';
    return this.canText(message) ? 'sms' : null;
  }

  canText({ about, subject }: Ready): boolean {
    return about.phone_number !== null && this.channels.gateway !== null && !isForDesk({ subject });
  }

  /** @param messages one message, and the others that go out with it as one */
  async send(messages: readonly [Ready, ...Ready[]], channel: Channel): Promise<AttemptResult> {
    const [first] = messages;
    const { subject, group_id, subject_id, version, about } = first;
    const letterhead = isForUser(first) ? null : await this.letterheads.of(group_id, first.location_id);
    const language = choose(...about.languages);
    const contact = channel === 'sms' ? about.phone_number : about.email;
    const link = this.linkOf(messages, channel, contact);
    const { sms, ...rendered } = render(
      language,
      first.kind,
      messageDataOf(language, messages, (kind, id) => this.links.deskPage(kind, id)),
      link,
      letterhead ?? { place: about.place },
    );
    const id = `${subject}-${group_id}-${subject_id}-${version}`;
    if (channel === 'sms') return this.channels.gateway!.send({ to: contact!, text: sms, id });
    const { mailer } = this.channels;
    if (letterhead === null) return mailer!.send({ to: contact!, id, language, ...rendered });
    const { senderName, replyTo, desk } = letterhead;
    if (isForDesk(first)) return mailer!.send({ to: desk.email!, cc: desk.cc, id, language, ...rendered });
    const unsubscribe = subject === 'item-reminder' && replyTo !== null ? { unsubscribe: replyTo } : {};
    return mailer!.send({ to: contact!, senderName, replyTo, ...unsubscribe, id, language, ...rendered });
  }

  private linkOf(
    [{ group_id, subject, subject_id, kind: sent, about }, ...others]: readonly [Ready, ...Ready[]],
    channel: Channel,
    contact: string | null,
  ) {
    // What changed in an account is told without a link, and news for the desk with one for each record.
    if (subject === 'user-changed' || isForDesk({ subject })) return '';
    const user = { groupID: group_id, userID: subject_id };
    if (sent === 'user-email') return this.accountLinks.linkToVerify(user, about.email!, new Date(about.ends_at));
    if (subject === 'user') return this.accountLinks.linkFor({ ...user, link: about.password_link! });
    const kind = subject === 'request' ? 'request' : others.length > 0 ? 'finds' : 'item';
    const ends = [about, ...others.map((other) => other.about)].map(({ ends_at }) => new Date(ends_at).getTime());
    const link = [group_id, kind, subject_id, new Date(Math.max(...ends)), contact] as const;
    return channel === 'sms' ? this.links.shortLinkFor(...link) : this.links.linkFor(...link);
  }
}

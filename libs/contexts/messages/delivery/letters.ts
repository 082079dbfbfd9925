import { Injectable } from '@nestjs/common';
import { AccountLinks, GuestLinks } from '#contexts/links';
import { requestStream } from '#contexts/requests';
import { choose, type PageLanguage, variantOf } from '#contexts/texts';
import { EventLog } from '#platform/event-store';
import { type Channel, isForDesk, isForUser } from '../message.js';
import { type Desk, type Letterhead, Letterheads } from '../settings/letterhead.js';
import { type Rendered, render } from '../templates/render.js';
import { messageDataOf, type Told } from './message-data.js';

/** A message with its recipient and sender. */
export interface Written {
  language: PageLanguage;
  contact: string | null;
  /** Null to users. */
  letterhead: (Letterhead & { desk: Desk }) | null;
  rendered: Rendered;
}

/** Writes what messages say, from what is known of their subjects. */
@Injectable()
export class Letters {
  constructor(
    private readonly letterheads: Letterheads,
    private readonly links: GuestLinks,
    private readonly accountLinks: AccountLinks,
    private readonly log: EventLog,
  ) {}

  /** @param messages one message, and the others that go out with it as one */
  async write(messages: readonly [Told, ...Told[]], channel: Channel): Promise<Written> {
    const [first] = messages;
    const { group_id, location_id, about, kind } = first;
    const letterhead = isForUser(first) ? null : await this.letterheads.of(group_id, location_id);
    const language = variantOf(choose(...about.languages), letterhead?.address.countryID);
    const contact = channel === 'sms' ? about.phone_number : about.email;
    const link = this.linkOf(messages, channel, contact);
    const data = messageDataOf(language, messages, (record, id) => this.links.deskPage(record, id));
    const said = { ...data, unproven: await this.isUnproven(first) };
    const rendered = render(language, kind, said, link, letterhead ?? { place: about.place });
    return { language, contact, letterhead, rendered };
  }

  /** Anybody can report something lost with anybody's address: what was reported is not repeated to it. */
  private async isUnproven({ subject, group_id, subject_id }: Told): Promise<boolean> {
    if (subject !== 'request') return false;
    const made = await this.log.at(requestStream.of(group_id, subject_id), 1);
    return made?.actor.type === 'guest';
  }

  private linkOf(
    [{ group_id, subject, subject_id, kind: sent, about }, ...others]: readonly [Told, ...Told[]],
    channel: Channel,
    contact: string | null,
  ) {
    // News of an account carry no link, and news for the desk with one for each record.
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

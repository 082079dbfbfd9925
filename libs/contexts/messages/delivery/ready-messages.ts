import { Injectable } from '@nestjs/common';
import { itemStream } from '#contexts/items';
import { requestStream } from '#contexts/requests';
import { userStream } from '#contexts/users';
import { Database, serviceTime } from '#platform/database';
import { EventLog } from '#platform/event-store';
import { Clock } from '#platform/kernel';
import type { ClaimedMessage } from '../attempts/claimed.js';
import { isForDesk } from '../message.js';
import { Letterheads } from '../settings/letterhead.js';
import { MailboxLimit } from '../settings/mailbox-limit.js';
import type { Ready } from './message-data.js';
import { MessageStore } from './message-store.js';
import { Sending } from './sending.js';
import { isStillTrue, readSubject, type Subject } from './subjects.js';

const CHANGES: Readonly<Record<string, string>> = {
  UserUpdated: 'email',
  UserPasswordChanged: 'password',
  UserSecondFactorAdded: 'added',
  UserSecondFactorRemoved: 'removed',
  UserCodesGuessed: 'codes',
};

/** Reads what claimed messages are about, and settles those that are not to be sent now. */
@Injectable()
export class ReadyMessages {
  constructor(
    private readonly store: MessageStore,
    private readonly database: Database,
    private readonly log: EventLog,
    private readonly letterheads: Letterheads,
    private readonly sending: Sending,
    private readonly clock: Clock,
    private readonly mailboxes: MailboxLimit,
  ) {}

  /** @returns null when it is outdated, or not to be sent before tomorrow; it is settled then */
  async read(token: string, message: ClaimedMessage): Promise<Ready | null> {
    const about = await readSubject(this.database, message, serviceTime(this.clock));
    const ready = about && { ...message, ...(await this.toldBy(message, about)) };
    if (!ready || !isStillTrue(message.kind, ready.about) || (await this.isUnwanted(ready))) {
      await this.store.settle(token, message, 'obsolete');
      return null;
    }
    if (isForDesk(message) && (await this.waitsForMorning(ready))) {
      await this.store.postpone(token, message, ready.about.zone);
      return null;
    }
    if (!(await this.hasRoom(ready))) {
      await this.store.settle(token, message, 'obsolete');
      return null;
    }
    return ready;
  }

  /** Counted once, not at each attempt. */
  private async hasRoom({ kind, attempts, about: { email, phone_number } }: Ready): Promise<boolean> {
    const contact = email ?? phone_number;
    return attempts > 0 || contact === null || this.mailboxes.hasRoom(kind, contact);
  }

  /** The desk wants no news, or it would be held for a channel though no contact is known, or another channel reaches the person. */
  private async isUnwanted(message: Ready): Promise<boolean> {
    if (message.subject === 'item-other') return this.sending.channelFor(message) === null;
    if (!isForDesk(message) && message.about.email === null && message.about.phone_number === null) return true;
    return isForDesk(message) && (await this.notifyDesk(message)) === 'never';
  }

  private async waitsForMorning(message: Ready): Promise<boolean> {
    return !message.about.next_day && (await this.notifyDesk(message)) === 'daily';
  }

  private async notifyDesk({ group_id, location_id }: Ready) {
    return (await this.letterheads.of(group_id, location_id)).desk.notify;
  }

  /** Data that the reported event alone holds, sealed. */
  private async toldBy(message: ClaimedMessage, about: Subject): Promise<Pick<Ready, 'about' | 'text' | 'change'>> {
    if (message.kind === 'text') return { about, text: await this.textOf(message), change: null };
    if (message.kind !== 'user-changed') return { about, text: null, change: null };
    const event = await this.log.at(userStream.of(message.group_id, message.subject_id), message.version);
    // It goes to the address that was replaced, as the new one may be somebody else's.
    const email = event?.type === 'UserUpdated' ? (event.data.formerEmail ?? null) : about.email;
    return { about: { ...about, email }, text: null, change: CHANGES[event?.type ?? ''] ?? null };
  }

  /** Staff's own words. */
  private async textOf({ group_id, subject, subject_id, version }: ClaimedMessage): Promise<string | null> {
    const event =
      subject === 'item'
        ? await this.log.at(itemStream.of(group_id, subject_id), version)
        : await this.log.at(requestStream.of(group_id, subject_id), version);
    return event?.type === 'OwnerWrittenTo' || event?.type === 'GuestWrittenTo' ? event.data.text : null;
  }
}

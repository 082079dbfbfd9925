import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { anyOf, Database, type Statement, statement } from '#platform/database';
import { Clock } from '#platform/kernel';
import { LeasedRows } from '#platform/leases';
import { CLAIMED, type ClaimedMessage } from '../attempts/claimed.js';
import { reportsOf } from '../attempts/message-reports.js';
import type { MessageClosing } from '../attempts/what-follows.js';
import { type Channel, isForDesk, isForUser, type MessageKey, mailID, TO_PEOPLE } from '../message.js';
import { SealedTexts } from '../sealed-texts.js';
import { claimingCompanions } from './companions.js';
import { placesWithRoom } from './places.js';

/** Messages that are held are counted up to this number. */
const COUNT_LIMIT = 10_000;

/** Duration of a lease in milliseconds: longer than sending one message takes. */
const LEASE = 90_000;

/** Advisory lock that serialises claims, so that several workers together respect the rate limit of a Location. */
const LOCK = 7_203_160;

/** Asks for it without waiting, which would keep a connection. */
const TRY_LOCK = statement(sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}::bigint) as mine`);

/** The messages that are due in a Location of the CTE `room`. */
const IN_ROOM = sql`w.group_id = room.group_id and w.location_id = room.location_id and not w.sending`;

/** The state of messages in PostgreSQL. */
@Injectable()
export class MessageStore {
  private readonly rows: LeasedRows<MessageKey>;

  constructor(
    private readonly database: Database,
    clock: Clock,
    private readonly texts: SealedTexts,
  ) {
    const key = { group_id: 'int', subject: 'text', subject_id: 'int', version: 'int' } as const;
    this.rows = new LeasedRows(database, clock, { table: sql`messages`, key, length: LEASE });
  }

  /**
   * Leases due messages: from every Location that is not in its quiet hours, as many as its rate limit allows, urgent ones first. A message
   * that a dead worker had begun to send may have arrived: it is not sent again. With the first message about a find come those about
   * other finds of the same owner at the same Location, and with news for the desk all of its Location; these do not count towards the
   * limit.
   * @returns nothing while another worker claims
   */
  claim(token: string, limit: number): Promise<ClaimedMessage[]> {
    const { rows } = this;
    const needed = sql`w.group_id, w.subject, w.subject_id, w.version, w.location_id`;
    const dueIn = (which: RawBuilder<unknown>, most: RawBuilder<unknown>) => sql`
      select due.* from room, lateral (${rows.firstDue(sql`${IN_ROOM} and ${which}`, most, needed)}) due`;
    return this.database.inTransaction(async () => {
      const [lock] = await this.database.query(TRY_LOCK);
      if (!lock!.mine) return [];
      const [, due, others] = await this.database.pipeline<[unknown, ClaimedMessage, ClaimedMessage]>(
        statement(sql`
        with lost as (
          update messages w set status = 'uncertain', error = 'interrupted', sending = false, ${rows.left()}
          where w.sending and ${rows.isDue} returning w.group_id, w.subject, w.subject_id, w.version, w.attempts
        )
        update message_attempts a set error = 'interrupted' from lost l
        where a.group_id = l.group_id and a.subject = l.subject and a.subject_id = l.subject_id and a.version = l.version
          and a.attempt = l.attempts`),
        statement(sql`
        with recursive ${placesWithRoom(rows.now)}, urgent as materialized (
          ${dueIn(sql`w.urgent`, sql`room.room`)} limit ${limit}::int
        ), automatic as materialized (
          ${dueIn(
            sql`not w.urgent`,
            sql`greatest(least(room.automatic, room.room - (
              select count(*) from urgent u where u.group_id = room.group_id and u.location_id = room.location_id)), 0)`,
          )}
          limit ${limit}::int - (select count(*) from urgent)
        ), taken as (select * from urgent union all select * from automatic)
        update messages w set ${rows.taken(token)}, taken_at = ${rows.now} from taken t where ${rows.isSame('t')}
        returning ${CLAIMED}`),
        claimingCompanions(rows, token),
      );
      return [...due, ...others];
    });
  }

  /** How many messages may be sent now, and how long the oldest of them has been due; one row. */
  due(): Promise<{ due: number; oldest_seconds: number }[]> {
    const { rows } = this;
    return this.database.query(
      statement(sql<{ due: number; oldest_seconds: number }>`
        with recursive ${placesWithRoom(rows.now)}
        select coalesce(sum(waiting.due), 0)::int as due,
          coalesce(greatest(0, extract(epoch from ${rows.now} - min(waiting.oldest))), 0)::float8 as oldest_seconds
        from room, lateral (${rows.backlog(sql`${IN_ROOM} and (w.urgent or room.automatic > 0)`)}) waiting
        where room.room > 0`),
    );
  }

  /** The messages that wait for a channel to be configured, counted up to 10000. */
  held(): Promise<{ held: number }[]> {
    return this.database.query(
      statement(sql<{ held: number }>`
        select count(*)::int as held from (select from messages where status = 'held' limit ${COUNT_LIMIT}::int) first`),
    );
  }

  /** Records that messages are being sent as one, which counts once towards the rate limit. @returns those that this worker still holds */
  async begin<Message extends ClaimedMessage>(token: string, messages: readonly Message[], channel: Channel): Promise<Message[]> {
    const { rows } = this;
    const given = messages.map((message, index) => ({ ...message, counts: index === 0 }));
    const begun = await rows.byKey(
      statement<MessageKey>(sql`
      with begun as (
        update messages w set sending = true, attempts = w.attempts + 1, channel = ${channel}::text, ${rows.taken(token)},
          taken_at = case when held.counts then w.taken_at end
        from ${rows.held(given, { counts: 'boolean' })}
        where ${rows.isSame('held')} and ${rows.isHeld(token)} and ${rows.isInTime} and not w.sending
        returning w.group_id, w.subject, w.subject_id, w.version, w.attempts
      ), logged as (
        insert into message_attempts (group_id, subject, subject_id, version, attempt, channel, requested_at)
        select group_id, subject, subject_id, version, attempts, ${channel}::text, ${rows.now} from begun
      )
      select group_id, subject, subject_id, version from begun`),
    );
    const names = new Set(begun.map(mailID));
    return messages.filter((message) => names.has(mailID(message)));
  }

  /** Closes an attempt and schedules what follows; also after the lease has expired, as no other worker sends a begun message. */
  async close(messages: readonly ClaimedMessage[], closing: MessageClosing): Promise<void> {
    await this.database.batch(messages.flatMap((message) => [this.closing(message, closing), ...reportsOf(message, closing)]));
  }

  /** The first mail to the owner or guest about the same record, which names their conversation; null where this one is the first. */
  async firstMail(message: ClaimedMessage): Promise<string | null> {
    if (isForDesk(message) || isForUser(message)) return null;
    const first = await this.database.queryOne(
      statement(sql<MessageKey & { mail_id: string | null }>`
        select group_id, subject, subject_id, version, mail_id from messages
        where group_id = ${message.group_id}::int and subject = ${anyOf(conversationOf(message))}
          and subject_id = ${message.subject_id}::int
          and channel = 'email' and status in ('sent', 'uncertain')
        order by created_at, version limit 1`),
    );
    return first && (first.mail_id ?? mailID(first));
  }

  private closing(message: ClaimedMessage, closing: MessageClosing): Statement {
    const { status, error, responseCode, durationMs, retryInMs, emailRefused, text, mail } = closing;
    // Links to accounts are no one else's, and news for the desk are not listed.
    const isListed = text !== null && !isForUser(message) && !isForDesk(message);
    const said = isListed ? this.texts.seal(message, text) : null;
    return statement(sql`
        with logged as (
          update message_attempts set duration_ms = ${durationMs}::int, response_code = ${responseCode}::int, error = ${error}::text
          where ${keyOf(message)} and attempt = ${message.attempts + 1}::int
        )
        update messages
        set status = ${status}::text, error = ${error}::text, email_refused = email_refused or ${emailRefused}::boolean,
          step = step + ${retryInMs === null ? 0 : 1}::int, sealed_text = coalesce(${said}::bytea, sealed_text), sending = false,
          mail_id = ${mail}::text, ${this.rows.left(this.rows.after(retryInMs))}
        where ${keyOf(message)} and attempts = ${message.attempts + 1}::int`);
  }

  /** Leaves news for the desk until the next 07:00 of a time zone; it does not count towards the rate limit. */
  postpone(token: string, message: ClaimedMessage, zone: string): Promise<number> {
    const { now } = this.rows;
    const seven = (days: number) =>
      sql`(date_trunc('day', ${now} at time zone ${zone}::text) + ${days}::int * interval '1 day' + interval '7 hours')
        at time zone ${zone}::text`;
    return this.leave(
      token,
      [message],
      this.rows.left(sql`case when ${seven(0)} > ${now} then ${seven(0)} else ${seven(1)} end`),
    );
  }

  /** Ends a message without an attempt; it does not count towards the rate limit of its Location. */
  settle(token: string, message: ClaimedMessage, status: 'obsolete' | 'held'): Promise<number> {
    const error = status === 'held' ? 'no_channel' : null;
    return this.leave(token, [message], sql`status = ${status}::text, error = ${error}::text, ${this.rows.left()}`);
  }

  /**
   * Releases messages as if they had never been claimed: they are due again at once, and do not count towards the rate limit. Messages that
   * were begun, or that this worker no longer holds, stay as they are.
   */
  release(token: string, messages: readonly ClaimedMessage[]): Promise<number> {
    return this.leave(token, messages, this.rows.left(this.rows.now));
  }

  /** Leaves messages that were not begun, without counting them towards the rate limit. */
  private leave(token: string, messages: readonly ClaimedMessage[], left: RawBuilder<unknown>): Promise<number> {
    return this.rows.change(token, messages, sql`${left}, taken_at = null`, sql`not w.sending`);
  }
}

function keyOf({ group_id, subject, subject_id, version }: MessageKey): RawBuilder<boolean> {
  return sql`group_id = ${group_id}::int and subject = ${subject}::text and subject_id = ${subject_id}::int and version = ${version}::int`;
}

/** The subjects of messages to the same person about the same record. */
function conversationOf({ subject }: MessageKey): readonly string[] {
  return Object.values(TO_PEOPLE).find((subjects: readonly string[]) => subjects.includes(subject)) ?? [];
}

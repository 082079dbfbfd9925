import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { anyOf, Database, type Statement, serviceTime, statement } from '#platform/database';
import { Clock } from '#platform/kernel';
import { type Channel, isForDesk, isForUser, type MessageKey, mailID, TO_PEOPLE } from '../message.js';
import { SealedTexts } from '../sealed-texts.js';
import { CLAIMED, type ClaimedMessage } from './claimed.js';
import { claimingCompanions } from './companions.js';
import { reportsOf } from './message-reports.js';
import { placesWithRoom } from './places.js';
import type { MessageClosing } from './what-follows.js';

/** The messages of a Location that are due are counted up to this number: beyond it, only their age matters. */
const COUNT_LIMIT = 10_000;

/** Duration of a lease in milliseconds: longer than sending one message takes. */
const LEASE = 90_000;

/** Advisory lock that serialises claims, so that several workers together respect the rate limit of a Location. */
const LOCK = 7_203_160;

/** Asks for it without waiting, which would keep a connection. */
const TRY_LOCK = statement(sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}::bigint) as mine`);

/** The state of messages in PostgreSQL; all times come from the database's clock, shifted by the clock offset. */
@Injectable()
export class MessageStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly texts: SealedTexts,
  ) {}

  /**
   * Leases due messages: from every Location that is not in its quiet hours, as many as its rate limit allows, urgent ones first. A message
   * that a dead worker had begun to send may have arrived: it is not sent again. With the first message about a find come those about
   * other finds of the same owner at the same Location, and with news for the desk all of its Location; these do not count towards the
   * limit.
   * @returns nothing while another worker claims
   */
  claim(token: string, limit: number): Promise<ClaimedMessage[]> {
    const now = this.now();
    return this.database.inTransaction(async () => {
      const [lock] = await this.database.query(TRY_LOCK);
      if (!lock!.mine) return [];
      const [, due, others] = await this.database.pipeline<[unknown, ClaimedMessage, ClaimedMessage]>(
        statement(sql`
        with lost as (
          update messages set status = 'uncertain', error = 'interrupted', sending = false, claimable_at = null, lease_token = null
          where sending and claimable_at <= ${now} returning group_id, subject, subject_id, version, attempts
        )
        update message_attempts a set error = 'interrupted' from lost l
        where a.group_id = l.group_id and a.subject = l.subject and a.subject_id = l.subject_id and a.version = l.version
          and a.attempt = l.attempts`),
        statement(sql`
        with recursive ${placesWithRoom(now)}, urgent as materialized (
          select due.* from room, lateral (
            select m.group_id, m.subject, m.subject_id, m.version, m.location_id from messages m
            where m.group_id = room.group_id and m.location_id = room.location_id and m.claimable_at <= ${now} and m.urgent
              and not m.sending
            order by m.claimable_at limit room.room
            for update skip locked
          ) due
          limit ${limit}::int
        ), automatic as materialized (
          select due.* from room, lateral (
            select m.group_id, m.subject, m.subject_id, m.version, m.location_id from messages m
            where m.group_id = room.group_id and m.location_id = room.location_id and m.claimable_at <= ${now} and not m.urgent
              and not m.sending
            order by m.claimable_at limit greatest(least(room.automatic, room.room - (
              select count(*) from urgent u where u.group_id = room.group_id and u.location_id = room.location_id)), 0)
            for update skip locked
          ) due
          limit ${limit}::int - (select count(*) from urgent)
        ), taken as (select * from urgent union all select * from automatic)
        update messages m
        set lease_token = ${token}::uuid, claimable_at = ${this.leaseEnd()}, taken_at = ${now}
        from taken t
        where m.group_id = t.group_id and m.subject = t.subject and m.subject_id = t.subject_id and m.version = t.version
        returning ${CLAIMED}`),
        claimingCompanions(token, now, this.leaseEnd()),
      );
      return [...due, ...others];
    });
  }

  /** How many messages may be sent now, and how long the oldest of them has been due; one row. */
  due(): Promise<{ due: number; oldest_seconds: number }[]> {
    const now = this.now();
    return this.database.query(
      statement(sql<{ due: number; oldest_seconds: number }>`
        with recursive ${placesWithRoom(now)}
        select coalesce(sum(waiting.due), 0)::int as due,
          coalesce(greatest(0, extract(epoch from ${now} - min(waiting.oldest))), 0)::float8 as oldest_seconds
        from room, lateral (
          select count(*) as due, min(claimable_at) as oldest from (
            select m.claimable_at from messages m
            where m.group_id = room.group_id and m.location_id = room.location_id and m.claimable_at <= ${now} and not m.sending
              and (m.urgent or room.automatic > 0)
            order by m.claimable_at limit ${COUNT_LIMIT}::int
          ) first
        ) waiting
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
    const begun = await this.database.batch(
      messages.map((message, index) => this.beginning(token, message, channel, index === 0)),
    );
    return messages.filter((_, index) => begun[index]!.length > 0);
  }

  private beginning(token: string, message: ClaimedMessage, channel: Channel, counts: boolean): Statement {
    return statement(sql`
        with begun as (
          update messages set sending = true, attempts = attempts + 1, channel = ${channel}::text, claimable_at = ${this.leaseEnd()},
            taken_at = case when ${counts}::boolean then taken_at end
          where ${keyOf(message)} and lease_token = ${token}::uuid and not sending and claimable_at > ${this.now()}
          returning group_id, subject, subject_id, version, attempts
        )
        insert into message_attempts (group_id, subject, subject_id, version, attempt, channel, requested_at)
        select group_id, subject, subject_id, version, attempts, ${channel}::text, ${this.now()} from begun
        returning attempt`);
  }

  /** Closes an attempt and schedules what follows; also after the lease has expired, as no other worker sends a begun message. */
  async close(messages: readonly ClaimedMessage[], closing: MessageClosing): Promise<void> {
    const mail = closing.channel === 'email' && messages[0] ? mailID(messages[0]) : null;
    await this.database.batch(
      messages.flatMap((message) => [this.closing(message, closing, mail), ...reportsOf(message, closing)]),
    );
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

  private closing(message: ClaimedMessage, closing: MessageClosing, mail: string | null): Statement {
    const { status, error, responseCode, durationMs, retryInMs, emailRefused, text } = closing;
    // Links to accounts are no one else's, and news for the desk are not listed.
    const isListed = text !== null && !isForUser(message) && !isForDesk(message);
    const said = isListed ? this.texts.seal(message, text) : null;
    const next = retryInMs === null ? sql`null` : sql`${this.now()} + ${retryInMs}::float8 * interval '1 millisecond'`;
    return statement(sql`
        with logged as (
          update message_attempts set duration_ms = ${durationMs}::int, response_code = ${responseCode}::int, error = ${error}::text
          where ${keyOf(message)} and attempt = ${message.attempts + 1}::int
        )
        update messages
        set status = ${status}::text, error = ${error}::text, email_refused = email_refused or ${emailRefused}::boolean,
          step = step + ${retryInMs === null ? 0 : 1}::int, sealed_text = coalesce(${said}::bytea, sealed_text), sending = false,
          mail_id = ${mail}::text, lease_token = null, claimable_at = ${next}
        where ${keyOf(message)} and attempts = ${message.attempts + 1}::int`);
  }

  /** Leaves news for the desk until the next 07:00 of a time zone; it does not count towards the rate limit. */
  async postpone(token: string, message: ClaimedMessage, zone: string): Promise<void> {
    const seven = (days: number) =>
      sql`(date_trunc('day', ${this.now()} at time zone ${zone}::text) + ${days}::int * interval '1 day' + interval '7 hours')
        at time zone ${zone}::text`;
    const due = sql`case when ${seven(0)} > ${this.now()} then ${seven(0)} else ${seven(1)} end`;
    await this.database.query(this.leaving(token, message, sql`claimable_at = ${due}`));
  }

  /** Ends a message without an attempt; it does not count towards the rate limit of its Location. */
  async settle(token: string, message: ClaimedMessage, status: 'obsolete' | 'held'): Promise<void> {
    const error = status === 'held' ? 'no_channel' : null;
    const ended = sql`status = ${status}::text, error = ${error}::text, claimable_at = null`;
    await this.database.query(this.leaving(token, message, ended));
  }

  /**
   * Releases messages as if they had never been claimed: they are due again at once, and do not count towards the rate limit. Those that
   * were begun, or that this worker no longer holds, stay as they are.
   */
  async release(token: string, messages: readonly ClaimedMessage[]): Promise<void> {
    if (messages.length === 0) return;
    await this.database.batch(messages.map((message) => this.leaving(token, message, sql`claimable_at = ${this.now()}`)));
  }

  /** Ends the lease on a message that was not begun, without counting it towards the rate limit. @param change further assignments */
  private leaving(token: string, message: ClaimedMessage, change: RawBuilder<unknown>): Statement {
    return statement(sql`
      update messages set ${change}, lease_token = null, taken_at = null
      where ${keyOf(message)} and lease_token = ${token}::uuid and not sending`);
  }

  private now(): RawBuilder<string> {
    return serviceTime(this.clock);
  }

  private leaseEnd(): RawBuilder<string> {
    return sql`${this.now()} + ${LEASE}::float8 * interval '1 millisecond'`;
  }
}

function keyOf({ group_id, subject, subject_id, version }: MessageKey): RawBuilder<boolean> {
  return sql`group_id = ${group_id}::int and subject = ${subject}::text and subject_id = ${subject_id}::int and version = ${version}::int`;
}

/** The subjects of messages to the same person about the same record. */
function conversationOf({ subject }: MessageKey): readonly string[] {
  return Object.values(TO_PEOPLE).find((subjects: readonly string[]) => subjects.includes(subject)) ?? [];
}

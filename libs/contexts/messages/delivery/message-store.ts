import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { reportMessage } from '#contexts/webhooks';
import { Database, type Statement, serviceTime, statement } from '#platform/database';
import { Clock } from '#platform/kernel';
import type { Channel, MessageKey, MessageKind, MessageStatus } from '../message.js';
import type { AttemptError } from './attempt.js';
import { placesWithRoom } from './places.js';

/** The messages of a Location that are due are counted up to this number: beyond it, only their age matters. */
const COUNT_LIMIT = 10_000;

/** The most messages that go out as one. */
const TOGETHER = 50;

const COLUMNS = sql.raw(
  'm.group_id, m.subject, m.subject_id, m.version, m.kind, m.location_id, m.created_at, m.attempts, m.step, m.email_refused',
);

/** Duration of a lease in milliseconds: longer than sending one message takes. */
const LEASE = 90_000;

/** Advisory lock that serialises claims, so that several workers together respect the rate limit of a Location. */
const LOCK = 7_203_160;

/** A message claimed by this worker. */
export interface Claimed extends MessageKey {
  kind: MessageKind;
  location_id: string;
  created_at: string;
  attempts: number;
  step: number;
  /** The mail server reported that the mailbox does not exist. */
  email_refused: boolean;
}

/** The result of an attempt and what follows. */
export interface Closing {
  status: MessageStatus;
  error: AttemptError | 'no_channel' | null;
  responseCode: number | null;
  durationMs: number;
  retryInMs: number | null;
  emailRefused: boolean;
  channel: Channel;
  /** When the attempt ended. */
  endedAt: Date;
}

/** The state of messages in PostgreSQL; all times come from the database's clock, shifted by the clock offset. */
@Injectable()
export class MessageStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Leases due messages: from every Location that is not in its quiet hours, as many as its rate limit allows. A message that a dead
   * worker had begun to send may have arrived: it is not sent again. With the first message about a find come those about other finds of
   * the same owner at the same Location, and with news for the desk all of its Location; these do not count towards the limit.
   */
  async claim(token: string, limit: number): Promise<Claimed[]> {
    const now = this.now();
    const results = await this.database.batch([
      statement(sql`select pg_advisory_xact_lock(${LOCK}::bigint)`),
      statement(sql`
        with lost as (
          update messages set status = 'uncertain', error = 'interrupted', sending = false, claimable_at = null, lease_token = null
          where sending and claimable_at <= ${now} returning group_id, subject, subject_id, version, attempts
        )
        update message_attempts a set error = 'interrupted' from lost l
        where a.group_id = l.group_id and a.subject = l.subject and a.subject_id = l.subject_id and a.version = l.version
          and a.attempt = l.attempts`),
      statement(sql`
        with recursive ${placesWithRoom(now)}, taken as materialized (
          select due.* from room, lateral (
            select m.group_id, m.subject, m.subject_id, m.version from messages m
            where m.group_id = room.group_id and m.location_id = room.location_id and m.claimable_at <= ${now} and not m.sending
            order by m.claimable_at limit greatest(room.room, 0)
            for update skip locked
          ) due
          limit ${limit}::int
        )
        update messages m
        set lease_token = ${token}::uuid, claimable_at = ${this.leaseEnd()}, taken_at = ${now}
        from taken t
        where m.group_id = t.group_id and m.subject = t.subject and m.subject_id = t.subject_id and m.version = t.version
        returning ${COLUMNS}`),
      this.othersOf(token),
    ]);
    return [...results[2]!, ...results[3]!] as unknown as Claimed[];
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
            order by m.claimable_at limit ${COUNT_LIMIT}::int
          ) first
        ) waiting
        where room.room > 0`),
    );
  }

  /** Leases what is sent in one with what this claim has just leased. */
  private othersOf(token: string): Statement {
    const now = this.now();
    return statement(sql`
        with led as (
          select m.group_id, m.location_id, m.kind, lower(c.email) as email, c.phone_number
          from messages m left join item_contacts c on m.subject = 'item' and c.group_id = m.group_id and c.id = m.subject_id
          where m.lease_token = ${token}::uuid and m.taken_at = ${now} and m.kind in ('item-found', 'desk-news') and m.claimable_at is not null
        ), others as materialized (
          select s.group_id, s.subject, s.subject_id, s.version from led cross join lateral (
            select c.id from item_contacts c
            where c.group_id = led.group_id and lower(c.email) = led.email and c.location_id = led.location_id
              and c.status = 'waiting-response'
            order by c.id limit ${TOGETHER}::int
          ) c join messages s on s.group_id = led.group_id and s.subject = 'item' and s.subject_id = c.id and s.kind = 'item-found'
          where led.kind = 'item-found' and s.claimable_at is not null
          union
          select s.group_id, s.subject, s.subject_id, s.version from led cross join lateral (
            select n.* from messages n
            where n.group_id = led.group_id and n.location_id = led.location_id and n.claimable_at is not null
              and (n.kind = 'desk-news' and led.kind = n.kind and n.claimable_at <= ${now}
                or n.kind = 'item-found' and led.kind = n.kind and led.email is null)
            order by n.claimable_at limit ${TOGETHER}::int
          ) s left join item_contacts c on s.subject = 'item' and c.group_id = s.group_id and c.id = s.subject_id
          where s.kind = 'desk-news' or c.email is null and c.phone_number = led.phone_number
        )
        update messages m set lease_token = ${token}::uuid, claimable_at = ${this.leaseEnd()}
        from others o
        where m.group_id = o.group_id and m.subject = o.subject and m.subject_id = o.subject_id and m.version = o.version
          and not m.sending and (m.lease_token is null or m.claimable_at <= ${now})
        returning ${COLUMNS}`);
  }

  /** Records that messages are being sent as one. @returns those that this worker still holds */
  async begin<Message extends Claimed>(token: string, messages: readonly Message[], channel: Channel): Promise<Message[]> {
    const begun = await this.database.batch(messages.map((message) => this.beginning(token, message, channel)));
    return messages.filter((_, index) => begun[index]!.length > 0);
  }

  private beginning(token: string, message: Claimed, channel: Channel): Statement {
    return statement(sql`
        with begun as (
          update messages set sending = true, attempts = attempts + 1, channel = ${channel}::text, claimable_at = ${this.leaseEnd()}
          where ${keyOf(message)} and lease_token = ${token}::uuid and not sending and claimable_at > ${this.now()}
          returning group_id, subject, subject_id, version, attempts
        )
        insert into message_attempts (group_id, subject, subject_id, version, attempt, channel, requested_at)
        select group_id, subject, subject_id, version, attempts, ${channel}::text, ${this.now()} from begun
        returning attempt`);
  }

  /** Closes an attempt and schedules what follows; also after the lease has expired, as no other worker sends a begun message. */
  async close(messages: readonly Claimed[], closing: Closing): Promise<void> {
    await this.database.batch(messages.flatMap((message) => [this.closing(message, closing), ...reportsOf(message, closing)]));
  }

  private closing(message: Claimed, closing: Closing): Statement {
    const { status, error, responseCode, durationMs, retryInMs, emailRefused } = closing;
    const next = retryInMs === null ? sql`null` : sql`${this.now()} + ${retryInMs}::float8 * interval '1 millisecond'`;
    return statement(sql`
        with logged as (
          update message_attempts set duration_ms = ${durationMs}::int, response_code = ${responseCode}::int, error = ${error}::text
          where ${keyOf(message)} and attempt = ${message.attempts + 1}::int
        )
        update messages
        set status = ${status}::text, error = ${error}::text, email_refused = email_refused or ${emailRefused}::boolean,
          step = step + ${retryInMs === null ? 0 : 1}::int, sending = false, lease_token = null, claimable_at = ${next}
        where ${keyOf(message)} and attempts = ${message.attempts + 1}::int`);
  }

  /** Leaves news for the desk until the next 07:00 of a time zone; it does not count towards the rate limit. */
  async postpone(token: string, message: Claimed, zone: string): Promise<void> {
    const seven = (days: number) =>
      sql`(date_trunc('day', ${this.now()} at time zone ${zone}::text) + ${days}::int * interval '1 day' + interval '7 hours') at time zone ${zone}::text`;
    await this.database.query(
      statement(sql`
        update messages
        set claimable_at = case when ${seven(0)} > ${this.now()} then ${seven(0)} else ${seven(1)} end, lease_token = null, taken_at = null
        where ${keyOf(message)} and lease_token = ${token}::uuid and not sending`),
    );
  }

  /** Ends a message without an attempt; it does not count towards the rate limit of its Location. */
  async settle(token: string, message: Claimed, status: 'obsolete' | 'held'): Promise<void> {
    await this.database.query(
      statement(sql`
        update messages
        set status = ${status}::text, error = ${status === 'held' ? 'no_channel' : null}::text, claimable_at = null, lease_token = null,
          taken_at = null
        where ${keyOf(message)} and lease_token = ${token}::uuid and not sending`),
    );
  }

  private now(): RawBuilder<string> {
    return serviceTime(this.clock);
  }

  private leaseEnd(): RawBuilder<string> {
    return sql`${this.now()} + ${LEASE}::float8 * interval '1 millisecond'`;
  }
}

/** What webhook endpoints are told of a message about an item, once nothing more follows. */
function reportsOf({ group_id, subject, subject_id, version, kind }: Claimed, { status, error, channel, endedAt }: Closing) {
  const isAboutItem = subject === 'item' || subject === 'item-other' || subject === 'item-reminder';
  if (!isAboutItem || (status !== 'sent' && status !== 'failed')) return [];
  const outcome = error === 'recipient_refused' ? 'bounced' : status;
  const key = { groupID: group_id, itemID: subject_id, version, at: endedAt.toISOString() };
  return [reportMessage({ ...key, kind, channel, status: outcome })];
}

function keyOf({ group_id, subject, subject_id, version }: MessageKey): RawBuilder<boolean> {
  return sql`group_id = ${group_id}::int and subject = ${subject}::text and subject_id = ${subject_id}::int and version = ${version}::int`;
}

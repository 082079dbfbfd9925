import { Migration } from '@mikro-orm/migrations';

/** Messages to owners and guests, their attempts, and the messaging settings of Locations. These tables hold no personal data. */
export class Messages extends Migration {
  override up(): void {
    // The key is the event that a message reports: one event never produces two messages.
    this.addSql(`
      create table messages (
        group_id int not null,
        subject text not null check (subject in ('item', 'request')),
        subject_id int not null,
        version int not null,
        kind text not null,
        location_id text not null,
        created_at timestamptz(3) not null,
        status text not null default 'waiting'
          check (status in ('waiting', 'sent', 'failed', 'held', 'obsolete', 'uncertain')),
        channel text check (channel in ('email', 'sms')),
        error text,
        attempts int not null default 0,
        step int not null default 0,
        email_refused boolean not null default false,
        claimable_at timestamptz(3),
        sending boolean not null default false,
        lease_token uuid,
        taken_at timestamptz(3),
        primary key (group_id, subject, subject_id, version)
      )`);
    this.addSql('create index messages_due on messages (group_id, location_id, claimable_at) where claimable_at is not null');
    this.addSql('create index messages_sending on messages (claimable_at) where sending');
    this.addSql('create index messages_taken on messages (group_id, location_id, taken_at) where taken_at is not null');
    this.addSql(`create index messages_status on messages (group_id, created_at) where status <> 'sent'`);
    this.addSql(`
      create table message_attempts (
        group_id int not null,
        subject text not null,
        subject_id int not null,
        version int not null,
        attempt int not null,
        channel text not null,
        requested_at timestamptz(3) not null,
        duration_ms int,
        response_code int,
        error text,
        primary key (group_id, subject, subject_id, version, attempt)
      )`);
    this.addSql(`
      create table messaging_settings (
        group_id int not null references groups,
        location_id text not null,
        quiet_from time,
        quiet_to time,
        zone text not null,
        per_hour int not null check (per_hour > 0),
        primary key (group_id, location_id),
        check ((quiet_from is null) = (quiet_to is null))
      )`);
    // Quiet hours may span midnight.
    this.addSql(`
      create function is_quiet(quiet_from time, quiet_to time, moment time) returns boolean language sql immutable as $$
        select case when quiet_from <= quiet_to then moment >= quiet_from and moment < quiet_to
          else moment >= quiet_from or moment < quiet_to end
      $$`);
  }
}

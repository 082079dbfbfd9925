-- The migrations of release 0.1.0, from before each part had its own, as they ran on PostgreSQL: what a database of that release is made of
-- (libs/service/migrations/before-parts.ts).

-- Foundation
      create table groups (
        id int generated always as identity primary key,
        code text not null unique check (code ~ '^[a-z0-9-]{1,32}$'),
        name text not null,
        created_at timestamptz(3) not null
      );
create schema numbers;
      create table events (
        group_id int not null references groups,
        stream_type text not null,
        stream_id int not null,
        version int not null,
        position bigint generated always as identity,
        transaction_id xid8 not null default pg_current_xact_id(),
        type text not null,
        data json not null,
        actor json not null,
        request_id text,
        at timestamptz(3) not null,
        primary key (group_id, stream_type, stream_id, version)
      );
create index events_replay on events (stream_type, position);
      create table subject_keys (
        group_id int not null,
        stream_type text not null,
        stream_id int not null,
        sealed_key bytea not null,
        primary key (group_id, stream_type, stream_id)
      );

-- LanguagesAndLocations
      create table locations (
        group_id int not null,
        id int not null,
        location_id text not null,
        name text not null,
        address json not null,
        country_id text not null generated always as (address ->> 'countryID') stored,
        contact_details json not null,
        item_storage_days int not null,
        days_before_request_expires int not null,
        storage_after_item_storage_days int not null,
        pickup_details json not null,
        reference text,
        options json not null,
        active boolean not null,
        version int not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (group_id, id),
        unique (group_id, location_id)
      );
create index locations_by_country on locations (group_id, country_id);
      create table languages (
        group_id int not null references groups,
        id int not null,
        language text not null,
        code text not null,
        location_id text,
        is_default boolean not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3),
        primary key (group_id, id)
      );
create unique index languages_code on languages (group_id, coalesce(location_id, ''), lower(code));
create unique index languages_default on languages (group_id, coalesce(location_id, '')) where is_default;

-- Items
create extension if not exists unaccent;
      create function search_text(text) returns text
      language sql immutable strict parallel safe
      return public.unaccent('public.unaccent'::regdictionary, $1);
      create table items (
        group_id int not null,
        id int not null,
        location_id text not null,
        item text not null,
        location text not null,
        departured_date text not null,
        shipping json not null,
        item_storage text,
        internal_notes text,
        image_url text,
        custom_storage_days int,
        brand text,
        colors text[] not null,
        categories text[] not null,
        owner json not null,
        language_id int,
        language_code text,
        status text not null,
        storage_expires_at timestamptz(3) not null,
        registered_by int,
        version int not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        search tsvector not null generated always as (
          to_tsvector('simple', search_text(
            item || ' ' || coalesce(brand, '') || ' ' || location || ' ' ||
            coalesce(owner ->> 'firstName', '') || ' ' || coalesce(owner ->> 'lastName', '') || ' ' ||
            coalesce(owner ->> 'contactEmail', '') || ' ' || coalesce(owner ->> 'phoneNumber', '') || ' ' ||
            coalesce(owner ->> 'reservationNumber', '') || ' ' || coalesce(owner ->> 'activityNumber', '') || ' ' ||
            coalesce(owner ->> 'agreementNumber', '')
          ))
        ) stored,
        primary key (group_id, id)
      );
create index items_by_location on items (group_id, location_id, id desc);
create index items_by_status on items (group_id, status, id desc);
create index items_by_creation on items (group_id, created_at);
create index items_by_update on items (group_id, updated_at);
create index items_search on items using gin (search);

-- ApiTokens
      create table api_tokens (
        group_id int not null references groups,
        id uuid not null,
        prefix text not null,
        hash bytea not null unique,
        created_at timestamptz(3) not null,
        last_used_at timestamptz(3),
        revoked_at timestamptz(3),
        primary key (group_id, id)
      );

-- Users
      create table users (
        group_id int not null references groups,
        id int not null,
        username text not null,
        email text,
        email_validated boolean not null,
        user_role text not null,
        location_ids text[] not null,
        region_ids int[] not null,
        country_ids text[] not null,
        access_all_locations boolean not null,
        version int not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (group_id, id)
      );
      create table credentials (
        group_id int not null references groups,
        user_id int not null,
        username text not null,
        password_hash text not null,
        last_login_at timestamptz(3),
        primary key (group_id, user_id),
        constraint credentials_username unique (username)
      );
      create table regions (
        group_id int not null references groups,
        id int not null,
        name text not null,
        reference text,
        location_ids text[] not null,
        version int not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (group_id, id)
      );
      create table access_versions (
        group_id int primary key references groups,
        version int not null
      );

-- Sessions
      create table sessions (
        group_id int not null,
        id uuid not null,
        user_id int not null,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        primary key (group_id, id),
        foreign key (group_id, user_id) references credentials on delete cascade
      );
create index sessions_by_user on sessions (group_id, user_id);
      create table refresh_tokens (
        group_id int not null,
        hash bytea not null unique,
        session_id uuid not null,
        used_at timestamptz(3),
        primary key (group_id, hash),
        foreign key (group_id, session_id) references sessions on delete cascade
      );
create index refresh_tokens_by_session on refresh_tokens (group_id, session_id);
      create table known_addresses (
        group_id int not null,
        user_id int not null,
        address bytea not null,
        seen_at timestamptz(3) not null,
        primary key (group_id, user_id, address),
        foreign key (group_id, user_id) references credentials on delete cascade
      );
      create table signing_keys (
        id uuid primary key,
        sealed_key bytea not null,
        created_at timestamptz(3) not null
      );
      create unlogged table rate_limits (
        key varchar(255) primary key,
        points int not null default 0,
        expire bigint
      );

-- SingleSignOn
alter table groups add column sso boolean not null default false;
create index users_by_email on users (lower(email)) where email is not null;

-- ItemLifeCycle
alter table items add column shipment json;
      create index items_expiring on items (storage_expires_at)
      where status in ('contact-missing', 'waiting-response', 'wrong-owner', 'pickup-by-guest');

-- Requests
      create table requests (
        group_id int not null,
        id int not null,
        request_number int not null,
        location_id text not null,
        status text not null,
        request text not null,
        location text,
        departured_date text,
        owner json not null,
        colors text[] not null,
        categories text[] not null,
        image_url text,
        question text,
        answer text,
        matched_item_id int,
        language_id int,
        expires_at timestamptz(3) not null,
        version int not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        search tsvector not null generated always as (
          to_tsvector('simple', search_text(
            request || ' ' || coalesce(location, '') || ' ' ||
            coalesce(owner ->> 'name', '') || ' ' || coalesce(owner ->> 'email', '') || ' ' ||
            coalesce(owner ->> 'phoneNumber', '')
          ))
        ) stored,
        primary key (group_id, id),
        unique (group_id, location_id, request_number)
      );
create index requests_by_location on requests (group_id, location_id, id desc);
create index requests_by_status on requests (group_id, status, id desc);
create index requests_search on requests using gin (search);
      create index requests_expiring on requests (expires_at)
      where status in ('registered', 'waiting-guest-response');

-- Similarity
create extension if not exists pg_trgm;

-- Webhooks
      create table webhook_configurations (
        group_id int primary key references groups,
        secret bytea not null,
        old_secret bytea,
        old_secret_until timestamptz(3)
      );
      create table webhook_endpoints (
        group_id int not null references webhook_configurations,
        kind text not null check (kind in ('itemStatus', 'requestStatus')),
        enabled boolean not null,
        url text,
        failing_since timestamptz(3),
        primary key (group_id, kind)
      );
      create table webhook_deliveries (
        group_id int not null,
        id uuid not null,
        kind text not null,
        location_id text,
        subject_id int,
        subject_status text,
        body text not null,
        created_at timestamptz(3) not null,
        status text check (status in ('success', 'failed')),
        attempts int not null default 0,
        response_status int,
        error text,
        duration_ms int,
        endpoint text,
        last_attempt_at timestamptz(3),
        next_attempt_at timestamptz(3),
        step int not null default 0,
        redelivery boolean not null default false,
        claimable_at timestamptz(3),
        lease_token uuid,
        primary key (group_id, id)
      ) partition by range (id);
      create table webhook_attempts (
        group_id int not null,
        delivery_id uuid not null,
        attempt int not null,
        trigger text not null,
        requested_at timestamptz(3) not null,
        duration_ms int,
        response_status int,
        error text,
        address text,
        response_body text,
        primary key (group_id, delivery_id, attempt)
      ) partition by range (delivery_id);
create index webhook_deliveries_due on webhook_deliveries (group_id, kind, claimable_at) where claimable_at is not null;
create index webhook_deliveries_listed on webhook_deliveries (group_id, kind, id) where status is not null and location_id is not null;
create index webhook_deliveries_failed on webhook_deliveries (group_id, kind, id) where status = 'failed' and location_id is not null;
create index webhook_deliveries_listed_by_location on webhook_deliveries (group_id, location_id, kind, id) where status is not null;
create index webhook_deliveries_failed_by_location on webhook_deliveries (group_id, location_id, kind, id) where status = 'failed';
create index webhook_deliveries_health on webhook_deliveries (group_id, location_id, kind, last_attempt_at) where status is not null;
create table webhook_deliveries_default partition of webhook_deliveries default;
create table webhook_attempts_default partition of webhook_attempts default;
      create function uuid_floor(moment timestamptz) returns uuid language sql immutable as $$
        select (lpad(to_hex(floor(extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
      $$;
      create function webhook_partitions_ahead(moment timestamptz, months int) returns void language plpgsql
      set lock_timeout = '3s' as $$
      declare
        first timestamp;
        parent text;
        child text;
      begin
        for ahead in 0..months loop
          first := date_trunc('month', moment at time zone 'UTC') + make_interval(months => ahead);
          foreach parent in array array['webhook_deliveries', 'webhook_attempts'] loop
            child := parent || to_char(first, '_YYYY_MM');
            continue when to_regclass(child) is not null;
            begin
              execute format('create table %I partition of %I for values from (%L) to (%L)', child, parent,
                uuid_floor(first at time zone 'UTC'), uuid_floor((first + interval '1 month') at time zone 'UTC'));
            exception when check_violation then
              -- Rows of that month stand in the default partition already; they stay there.
              null;
            end;
          end loop;
        end loop;
      end $$;
      create function webhook_partitions_drop(before timestamptz) returns void language plpgsql
      set lock_timeout = '3s' as $$
      declare
        child text;
      begin
        for child in
          select inhrelid::regclass::text from pg_inherits
          where inhparent in ('webhook_deliveries'::regclass, 'webhook_attempts'::regclass)
        loop
          continue when child !~ '_\d{4}_\d{2}$';
          if to_date(right(child, 7), 'YYYY_MM') + interval '1 month' <= before at time zone 'UTC' then
            execute format('drop table %I', child);
          end if;
        end loop;
        delete from webhook_attempts_default where delivery_id < uuid_floor(before);
        delete from webhook_deliveries_default where id < uuid_floor(before);
      end $$;
select webhook_partitions_ahead(now(), 2);

-- ItemListing
create extension if not exists btree_gin;
      create or replace function search_text(text) returns text
      language sql immutable strict parallel safe
      return translate(
        public.unaccent('public.unaccent'::regdictionary, normalize($1, NFKC)),
        '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', '                                '
      );
      create function search_query(text) returns tsquery
      language sql immutable strict parallel safe
      return (
        select to_tsquery('simple', string_agg('''' || word || ''':*', ' & '))
        from regexp_split_to_table(search_text($1), '\s+') as word where word <> ''
      );
alter table items drop column search;
      alter table items add column search tsvector not null generated always as (
        to_tsvector('simple', search_text(
          item || ' ' || coalesce(brand, '') || ' ' || location || ' ' ||
          coalesce(owner ->> 'firstName', '') || ' ' || coalesce(owner ->> 'lastName', '') || ' ' ||
          coalesce(owner ->> 'contactEmail', '') || ' ' || coalesce(owner ->> 'phoneNumber', '') || ' ' ||
          coalesce(owner ->> 'reservationNumber', '') || ' ' || coalesce(owner ->> 'activityNumber', '') || ' ' ||
          coalesce(owner ->> 'agreementNumber', '')
        ))
      ) stored;
create index items_search on items using gin (group_id, search);
create index items_by_color on items using gin (group_id, colors);
create index items_by_category on items using gin (group_id, categories);

-- IdempotentAnswers
      create table idempotent_answers (
        group_id int not null references groups,
        id bytea not null,
        request bytea not null,
        answer bytea not null,
        created_at timestamptz(3) not null,
        primary key (group_id, id)
      );
create index idempotent_answers_by_age on idempotent_answers (created_at);

-- Candidates
alter table requests drop column search;
      alter table requests add column search tsvector not null generated always as (
        to_tsvector('simple', search_text(
          request || ' ' || coalesce(location, '') || ' ' ||
          coalesce(owner ->> 'name', '') || ' ' || coalesce(owner ->> 'email', '') || ' ' ||
          coalesce(owner ->> 'phoneNumber', '')
        ))
      ) stored;
create index requests_search on requests using gin (group_id, search);
create index items_by_date on items (group_id, location_id, departured_date);
create index requests_by_date on requests (group_id, location_id, departured_date);

-- Messages
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
      );
create index messages_due on messages (group_id, location_id, claimable_at) where claimable_at is not null;
create index messages_sending on messages (claimable_at) where sending;
create index messages_taken on messages (group_id, location_id, taken_at) where taken_at is not null;
create index messages_status on messages (group_id, created_at) where status <> 'sent';
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
      );
      create table messaging_settings (
        group_id int not null references groups,
        location_id text not null,
        quiet_from time,
        quiet_to time,
        zone text not null,
        per_hour int not null check (per_hour > 0),
        primary key (group_id, location_id),
        check ((quiet_from is null) = (quiet_to is null))
      );
      create function is_quiet(quiet_from time, quiet_to time, moment time) returns boolean language sql immutable as $$
        select case when quiet_from <= quiet_to then moment >= quiet_from and moment < quiet_to
          else moment >= quiet_from or moment < quiet_to end
      $$;

-- Retention
alter table groups add column retention_days int check (retention_days between 1 and 3650);
alter table items add column erased boolean not null default false;
alter table requests add column erased boolean not null default false;
      create index items_to_erase on items (group_id, updated_at)
      where not erased and status in ('delivered', 'left-behind', 'finished', 'expired', 'deleted');
      create index requests_to_erase on requests (group_id, updated_at)
      where not erased and status in ('resolved', 'not-found', 'expired', 'deleted');
create index items_by_owner on items (group_id, lower(owner ->> 'contactEmail'));
create index requests_by_guest on requests (group_id, lower(owner ->> 'email'));

-- TokenRoles
alter table api_tokens add column role text not null default 'group_admin' check (role in ('group_admin', 'carrier'));

-- SearchOfOwners
alter table items drop column search;
        alter table items add column search tsvector not null generated always as (
          to_tsvector('simple', search_text(coalesce(item, '') || ' ' || coalesce(brand, '') || ' ' || coalesce(location, '') || ' ' || coalesce(owner ->> 'firstName', '') || ' ' || coalesce(owner ->> 'lastName', '') || ' ' || coalesce(owner ->> 'contactEmail', '') || ' ' || coalesce(owner ->> 'phoneNumber', '') || ' ' || coalesce(owner ->> 'reservationNumber', '') || ' ' || coalesce(owner ->> 'activityNumber', '') || ' ' || coalesce(owner ->> 'agreementNumber', '') || ' ' || coalesce(owner -> 'address' ->> 'address', '') || ' ' || coalesce(owner -> 'address' ->> 'address2', '') || ' ' || coalesce(owner -> 'address' ->> 'city', '') || ' ' || coalesce(owner -> 'address' ->> 'zipCode', '') || ' ' || coalesce(owner -> 'address' ->> 'companyName', '') || ' ' || regexp_replace(coalesce(owner ->> 'phoneNumber', ''), '\D', '', 'g')))
        ) stored;
create index items_search on items using gin (group_id, search);
alter table requests drop column search;
        alter table requests add column search tsvector not null generated always as (
          to_tsvector('simple', search_text(coalesce(request, '') || ' ' || coalesce(location, '') || ' ' || coalesce(owner ->> 'name', '') || ' ' || coalesce(owner ->> 'email', '') || ' ' || coalesce(owner ->> 'phoneNumber', '') || ' ' || regexp_replace(coalesce(owner ->> 'phoneNumber', ''), '\D', '', 'g')))
        ) stored;
create index requests_search on requests using gin (group_id, search);

-- Where MikroORM notes them
create table migrations (
  id serial primary key,
  name varchar(255) not null,
  executed_at timestamptz(6) not null default current_timestamp
);
insert into migrations (name) values
  ('Foundation'),
  ('LanguagesAndLocations'),
  ('Items'),
  ('ApiTokens'),
  ('Users'),
  ('Sessions'),
  ('SingleSignOn'),
  ('ItemLifeCycle'),
  ('Requests'),
  ('Similarity'),
  ('Webhooks'),
  ('ItemListing'),
  ('IdempotentAnswers'),
  ('Candidates'),
  ('Messages'),
  ('Retention'),
  ('TokenRoles'),
  ('SearchOfOwners');

-- A row in every table
insert into groups (code, name, created_at, sso, retention_days) values ('demo', 'Demo', '2026-01-01T00:00:00Z', true, 30);
create sequence numbers.item_1 start 8;
insert into events (group_id, stream_type, stream_id, version, type, data, actor, request_id, at) values
  (1, 'item', 7, 1, 'ItemRegistered', '{"item": "Umbrella"}', '{"type": "user", "userID": 1}', 'r1', '2026-01-02T00:00:00Z'),
  (1, 'item', 7, 2, 'ItemStatusChanged', '{"status": "sent"}', '{"type": "system"}', null, '2026-01-03T00:00:00Z');
insert into subject_keys values (1, 'item', 7, '\x0102');
insert into rate_limits values ('token:1', 5, 1800000000000);
insert into idempotent_answers values (1, '\x01', '\x02', '\x03', '2026-01-02T00:00:00Z');
insert into languages values (1, 1, 'Deutsch', 'de', 'demo:1', true, '2026-01-01T00:00:00Z', null);
insert into locations (group_id, id, location_id, name, address, contact_details, item_storage_days, days_before_request_expires,
  storage_after_item_storage_days, pickup_details, reference, options, active, version, created_at, updated_at)
values (1, 1, 'demo:1', 'Hotel', '{"countryID": "NL"}', '{}', 90, 30, 10, '{}', 'H1', '{}', true, 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z');
insert into users values (1, 1, 'anna', 'Anna@example.com', true, 'property_admin', '{}', '{1}', '{}', false, 3,
  '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z');
insert into regions values (1, 1, 'East', null, '{demo:1}', 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z');
insert into access_versions values (1, 4);
insert into credentials values (1, 1, 'anna', 'hash', '2026-01-05T00:00:00Z');
insert into sessions values (1, '00000000-0000-4000-8000-000000000001', 1, '2026-01-05T00:00:00Z', '2026-02-05T00:00:00Z');
insert into refresh_tokens values (1, '\x0a', '00000000-0000-4000-8000-000000000001', null);
insert into known_addresses values (1, 1, '\x0b', '2026-01-05T00:00:00Z');
insert into api_tokens (group_id, id, prefix, hash, created_at) values
  (1, '00000000-0000-4000-8000-000000000002', 'lf_abcdef', '\x0c', '2026-01-01T00:00:00Z');
insert into signing_keys values ('00000000-0000-4000-8000-000000000003', '\x0d', '2026-01-05T00:00:00Z');
insert into items (group_id, id, location_id, item, location, departured_date, shipping, colors, categories, owner, language_id,
  language_code, status, storage_expires_at, registered_by, version, created_at, updated_at)
values (1, 7, 'demo:1', 'Umbrella', 'Bar', '2026-01-02', '{}', '{red}', '{}', '{"firstName": "Zoë", "phoneNumber": "+31 6 12"}', 1,
  'de', 'waiting-response', '2026-04-02T00:00:00Z', 1, 2, '2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z');
insert into requests (group_id, id, request_number, location_id, status, request, owner, colors, categories, question, expires_at,
  version, created_at, updated_at)
values (1, 3, 2, 'demo:1', 'registered', 'My umbrella', '{"name": "Zoë Z", "email": "zoe@example.com"}', '{}', '{}', 'Which colour?',
  '2026-04-02T00:00:00Z', 1, '2026-01-02T00:00:00Z', '2026-01-02T00:00:00Z');
insert into webhook_configurations values (1, '\x0e', null, null);
insert into webhook_endpoints values (1, 'itemStatus', true, 'https://example.com/hooks', null);
insert into webhook_deliveries (group_id, id, kind, location_id, subject_id, subject_status, body, created_at, claimable_at) values
  (1, '00000000-0000-7000-8000-000000000004', 'itemStatus', 'demo:1', 7, 'sent', '{"type":"item-status"}', '2026-01-03T00:00:00Z', now());
insert into webhook_attempts values
  (1, '00000000-0000-7000-8000-000000000004', 1, 'automatic', '2026-01-03T00:00:00Z', 12, 500, 'status', '192.0.2.1', 'oops');
insert into messages (group_id, subject, subject_id, version, kind, location_id, created_at, claimable_at) values
  (1, 'item', 7, 1, 'item-found', 'demo:1', '2026-01-02T00:00:00Z', now());
insert into message_attempts values (1, 'item', 7, 1, 1, 'email', '2026-01-02T00:00:00Z', 5, 250, null);
insert into messaging_settings values (1, 'demo:1', '21:00', '08:00', 'Europe/Amsterdam', 60);

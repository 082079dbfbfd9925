-- The migrations between releases 0.1.0 and 0.2.0 that 0.2.0 replaces by one for each part, as they ran on PostgreSQL, with rows in their
-- tables and columns: installations may stand at any of them. What only workers of that time called is left out.

-- event-store/0002_rebuilds
      create table rebuilds (
        projection text primary key,
        noted_at timestamptz(3) not null,
        group_id int not null,
        stream_id int not null,
        events int not null,
        replaced int not null
      );
insert into rebuilds values ('items', '2026-01-05T00:00:00Z', 1, 7, 2, 0);

-- event-store/0003_event_feed
      create table event_feed (
        first bigint primary key,
        last bigint,
        writers text[] not null
      );
insert into event_feed values (1, 2, '{}');

-- event-store/0004_keys_after_an_erasure
alter table subject_keys add column after_version int not null default 0;
update subject_keys set after_version = 1;

-- event-store/0005_snapshots
      create table snapshots (
        group_id int not null,
        stream_type text not null,
        stream_id int not null,
        purpose text not null,
        version int not null,
        shape text not null,
        bytes double precision not null,
        state json not null,
        primary key (group_id, stream_type, stream_id, purpose)
      );
insert into snapshots values (1, 'item', 7, 'state', 2, 'a', 100, '{}');

-- groups/0002_views
      create view group_directory as
      select id, code, sso from groups;

-- groups/0003_second_factor
alter table groups add second_factor_roles text[] not null default '{}';
create view group_accounts as select id, code, name, second_factor_roles from groups;
update groups set second_factor_roles = '{group_admin}';

-- groups/0004_sso_domains
alter table groups add sso_domains text[] not null default '{}';
create view group_sso as select id, code, sso_domains from groups where sso;
update groups set sso_domains = '{example.com}';

-- groups/0005_retention_by_category
alter table groups add retention_by_category json;
update groups set retention_by_category = '{"private_item": 30}';

-- locations/0002_views
      create view location_directory as
      select group_id, id, location_id, name, country_id, reference, active from locations;

-- locations/0003_contacts
      create view location_contacts as
      select group_id, location_id, name, address, contact_details ->> 'contactEmail' as email,
        contact_details ->> 'contactEmailCC' as email_cc, contact_details ->> 'phoneNumber' as phone_number
      from locations;

-- locations/0004_shipping
alter table locations add column shipping json;
update locations set shipping = '{"payer": "owner"}';

-- credentials/0002_views
      create view last_logins as
      select group_id, user_id, last_login_at from credentials;

-- credentials/0003_accounts
alter table credentials add blocked boolean not null default false;
alter table sessions add refreshed_at timestamptz(3), add user_agent text;
      create table second_factors (
        group_id int not null,
        user_id int not null,
        sealed_secret bytea not null,
        created_at timestamptz(3) not null,
        enabled boolean not null default false,
        used_step int,
        primary key (group_id, user_id),
        foreign key (group_id, user_id) references credentials on delete cascade
      );
      create table recovery_codes (
        group_id int not null,
        user_id int not null,
        hash bytea not null,
        primary key (group_id, user_id, hash),
        foreign key (group_id, user_id) references second_factors on delete cascade
      );
insert into second_factors values (1, 1, '\x0f', '2026-01-05T00:00:00Z', true, 7);
insert into recovery_codes values (1, 1, '\x10');
update sessions set refreshed_at = '2026-01-06T00:00:00Z', user_agent = 'Firefox';

-- credentials/0004_keyed_addresses
update known_addresses set address = decode(md5(random()::text), 'hex') where octet_length(address) = 32;

-- credentials/0005_ages
create index sessions_by_end on sessions (expires_at);
create index known_addresses_by_age on known_addresses (seen_at);

-- users/0002_views
      create view user_directory as
      select group_id, id, username, email, user_role, access_all_locations, array(
        select l.location_id from location_directory l
        where l.group_id = users.group_id and l.active and (
          users.access_all_locations or l.location_id = any(users.location_ids) or l.country_id = any(users.country_ids)
          or exists (
            select from regions r
            where r.group_id = l.group_id and r.id = any(users.region_ids) and l.location_id = any(r.location_ids)
          )
        )
        order by l.id
      ) as location_ids
      from users;

-- users/0003_accounts
      alter table users
        add invited boolean not null default false,
        add disabled boolean not null default false,
        add second_factor boolean not null default false,
        add password_link int,
        add password_link_until timestamptz(3);
      create or replace view user_directory as
      select group_id, id, username, email, user_role, access_all_locations, array(
        select l.location_id from location_directory l
        where l.group_id = users.group_id and l.active and (
          users.access_all_locations or l.location_id = any(users.location_ids) or l.country_id = any(users.country_ids)
          or exists (
            select from regions r
            where r.group_id = l.group_id and r.id = any(users.region_ids) and l.location_id = any(r.location_ids)
          )
        )
        order by l.id
      ) as location_ids, invited, disabled, second_factor, password_link, password_link_until
      from users;
update users set invited = true, password_link = 2;

-- users/0004_reach
      create or replace view user_directory as
      select group_id, id, username, email, user_role, access_all_locations, array(
        select l.location_id from location_directory l
        where l.group_id = users.group_id and l.active and (
          users.access_all_locations or l.country_id = any(users.country_ids) or l.location_id in (
            select unnest(users.location_ids)
            union all
            select unnest(r.location_ids) from regions r where r.group_id = users.group_id and r.id = any(users.region_ids)
          )
        )
        order by l.id
      ) as location_ids, invited, disabled, second_factor, password_link, password_link_until
      from users;

-- users/0005_validated_emails
      create or replace view user_directory as
      select group_id, id, username, email, user_role, access_all_locations, array(
        select l.location_id from location_directory l
        where l.group_id = users.group_id and l.active and (
          users.access_all_locations or l.country_id = any(users.country_ids) or l.location_id in (
            select unnest(users.location_ids)
            union all
            select unnest(r.location_ids) from regions r where r.group_id = users.group_id and r.id = any(users.region_ids)
          )
        )
        order by l.id
      ) as location_ids, invited, disabled, second_factor, password_link, password_link_until, email_validated
      from users;

-- users/0006_own_emails
      alter table users
        add language text,
        add email_pending boolean not null default false,
        add reset_email text;
      create or replace view user_directory as
      select group_id, id, username, email, user_role, access_all_locations, array(
        select l.location_id from location_directory l
        where l.group_id = users.group_id and l.active and (
          users.access_all_locations or l.country_id = any(users.country_ids) or l.location_id in (
            select unnest(users.location_ids)
            union all
            select unnest(r.location_ids) from regions r where r.group_id = users.group_id and r.id = any(users.region_ids)
          )
        )
        order by l.id
      ) as location_ids, invited, disabled, second_factor, password_link, password_link_until, email_validated,
        language, email_pending, case when email_pending then reset_email else email end as reset_email
      from users;
update users set language = 'de', email_pending = true, reset_email = 'anna@example.com';

-- sign-in/0002_token_names
alter table api_tokens add name text;
update api_tokens set name = 'Till';

-- sign-in/0003_token_limits
      alter table api_tokens
        add location_ids text[],
        add expires_at timestamptz(3),
        drop constraint api_tokens_role_check,
        add constraint api_tokens_role_check check (role in ('group_admin', 'property_admin', 'property_subuser', 'limited_subuser', 'overview_subuser', 'carrier')) not valid;
alter table api_tokens validate constraint api_tokens_role_check;
update api_tokens set role = 'limited_subuser', location_ids = '{demo:1}', expires_at = '2027-01-01T00:00:00Z';

-- items/0002_views
      create view item_descriptions as
      select group_id, id, location_id, status, item, brand, location, departured_date, colors, categories, owner, search from items;
      create view item_contacts as
      select group_id, id, location_id, status, item as thing, owner ->> 'firstName' as name, owner ->> 'contactEmail' as email,
        owner ->> 'phoneNumber' as phone_number, language_id, language_code, storage_expires_at as ends_at
      from items;

-- items/0003_external_ids
alter table items add column external_id text;
      alter table items add constraint items_external_id exclude using btree (group_id with =, external_id with =)
        where (external_id is not null and status not in ('deleted', 'anonymized')) deferrable;

-- items/0004_search
alter table items alter column search drop expression;
alter table items add column facets bigint;
      create function item_facets(text[]) returns bigint
      language sql immutable strict parallel safe
      return (
        select coalesce(bit_or(1::bigint << (array_position('{contact,bag,clothing,electronic_main,electronic_secondary,jewelry,misc,personal_care,private_item,toy,
  black,grey,white,cream,beige,orange,red,burgundy,pink,purple,lightBlue,blue,navy,mint,green,darkGreen,sand,brown,yellow,silver,gold,multiColor}'::text[], facet) - 1)), 0) from unnest($1) as facet
      );
      create function number_key(text) returns text
      language sql immutable strict parallel safe
      return lower(regexp_replace($1, '[\s‐‑‒–—−-]+', '', 'g'));
      create function item_search() returns trigger language plpgsql as $$
      begin
        new.search := to_tsvector('simple', search_text(concat_ws(' ', new.item, new.brand, new.location, new.item_storage, new.internal_notes, new.external_id, new.owner ->> 'firstName', new.owner ->> 'lastName', new.owner ->> 'contactEmail', new.owner ->> 'phoneNumber', new.owner ->> 'reservationNumber', new.owner ->> 'activityNumber', new.owner ->> 'agreementNumber', new.owner -> 'address' ->> 'address', new.owner -> 'address' ->> 'address2', new.owner -> 'address' ->> 'city', new.owner -> 'address' ->> 'zipCode', new.owner -> 'address' ->> 'companyName', regexp_replace(new.owner ->> 'phoneNumber', '\D', '', 'g'))));
        new.facets := item_facets(new.categories || new.colors ||
          case when new.owner ->> 'contactEmail' is not null or new.owner ->> 'phoneNumber' is not null then '{contact}'::text[] end);
        return new;
      end $$;
      create trigger item_search
      before insert or update of item, brand, location, item_storage, internal_notes, external_id, owner, categories, colors on items
      for each row execute function item_search();
update items set item = item where facets is null;
update items set external_id = 'I1';

-- items/0005_listing
create index items_listed on items (group_id, id desc) include (status, location_id, facets) where status <> 'deleted';
create index items_by_place on items (group_id, location_id, status, id desc);
create index items_by_made on items (group_id, created_at, id) where status <> 'deleted';
create index items_by_change on items (group_id, updated_at, id) where status <> 'deleted';
create index items_by_expiry on items (group_id, (case when status in ('contact-missing', 'waiting-response', 'wrong-owner', 'pickup-by-guest') then storage_expires_at
  else 'infinity'::timestamptz end), id) where status <> 'deleted';
create index items_by_day on items (group_id, departured_date, location_id, id) where status <> 'deleted';
      create index items_by_reservation on items (group_id, number_key(owner ->> 'reservationNumber'))
      where owner ->> 'reservationNumber' is not null;
      create index items_found on items using gin (group_id, status, location_id, colors, categories, search)
      with (gin_pending_list_limit = 512);
drop index if exists items_by_location;
drop index if exists items_by_creation;
drop index if exists items_by_update;
drop index if exists items_by_date;
drop index if exists items_by_color;
drop index if exists items_by_category;
drop index if exists items_search;

-- items/0006_matches
alter table items add column request_id integer;
      create or replace view item_contacts as
      select group_id, id, location_id, status, item as thing, owner ->> 'firstName' as name, owner ->> 'contactEmail' as email,
        owner ->> 'phoneNumber' as phone_number, language_id, language_code, storage_expires_at as ends_at, request_id
      from items;
update items set request_id = 3;

-- items/0007_references
create view item_references as select group_id, id, location_id, status, external_id from items;

-- items/0006_parcels
      create view item_parcels as
      select group_id, id, shipment ->> 'carrier' as carrier, shipment ->> 'trackingNumber' as tracking_number from items;

-- items/0008_payments
alter table items add column payment json;
update items set payment = '{"paymentStatus": "paid"}';

-- items/0009_to_match
      create index items_to_match on items (group_id, location_id, departured_date, id)
      where status in ('contact-missing', 'waiting-response', 'wrong-owner', 'pickup-by-guest', 'left-behind', 'expired');

-- items/0010_contact_images
      create or replace view item_contacts as
      select group_id, id, location_id, status, item as thing, owner ->> 'firstName' as name, owner ->> 'contactEmail' as email,
        owner ->> 'phoneNumber' as phone_number, language_id, language_code, storage_expires_at as ends_at, request_id, image_url
      from items;

-- items/0011_contact_names
      create or replace view item_contacts as
      select group_id, id, location_id, status, item as thing,
        case when owner ->> 'firstName' is not null then concat_ws(' ', owner ->> 'firstName', owner ->> 'lastName') end as name,
        owner ->> 'contactEmail' as email, owner ->> 'phoneNumber' as phone_number, language_id, language_code,
        storage_expires_at as ends_at, request_id, image_url
      from items;

-- items/0012_parcel_payments
      create or replace view item_parcels as
      select group_id, id, shipment ->> 'carrier' as carrier, shipment ->> 'trackingNumber' as tracking_number,
        payment ->> 'paymentStatus' as payment_status
      from items;

-- items/0013_sought
      create function item_keys(group_id integer, id integer, search tsvector, status text, location_id text, facets text[])
      returns tsvector
      language sql immutable parallel safe
      return array_to_tsvector(string_to_array(
        group_id || '.' || (id >> 14) || '.' || array_to_string(
          case when octet_length(search::text) < 1000 then tsvector_to_array(search)
          else string_to_array(
            regexp_replace(array_to_string(tsvector_to_array(search), E'\t'), '([^\t]{250})[^\t]+', '\1', 'g'), E'\t')
          end || array['#' || status, '@' || location_id] || string_to_array('=' || array_to_string(facets, E'\t='), E'\t'),
          E'\t' || group_id || '.' || (id >> 14) || '.'
        ), E'\t'
      ));
      create index items_sought
      on items using gin (item_keys(group_id, id, search, status, location_id, array_cat(colors, categories)))
      with (gin_pending_list_limit = 64) where status <> 'deleted';
drop index if exists items_found;

-- items/0014_photos_to_match
      create or replace view item_descriptions as
      select group_id, id, location_id, status, item, brand, location, departured_date, colors, categories, owner, search, image_url
      from items;

-- items/0015_vacuumed
alter table items set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);

-- requests/0002_views
      create view request_contacts as
      select group_id, id, location_id, status, request as thing, owner ->> 'name' as name, owner ->> 'email' as email,
        owner ->> 'phoneNumber' as phone_number, question, language_id, expires_at as ends_at
      from requests;

-- requests/0003_listing
alter table requests add column external_id text;
      alter table requests add constraint requests_external_id exclude using btree (group_id with =, external_id with =)
        where (external_id is not null and status not in ('deleted', 'anonymized')) deferrable;
create index requests_by_made on requests (group_id, created_at, id) where status <> 'deleted';
create index requests_by_change on requests (group_id, updated_at, id) where status <> 'deleted';
create index requests_by_expiry on requests (group_id, (case when status in ('registered', 'waiting-guest-response') then expires_at else 'infinity'::timestamptz end), id) where status <> 'deleted';
update requests set external_id = 'R1';

-- requests/0004_matches
create index requests_by_item on requests (group_id, matched_item_id) where matched_item_id is not null;

-- requests/0005_references
create view request_references as select group_id, id, location_id, status, external_id from requests;

-- requests/0006_to_match
      create index requests_to_match on requests (group_id, departured_date, id)
      where status in ('registered', 'waiting-guest-response');

-- requests/0007_vacuumed
alter table requests set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);

-- webhooks/0002_user_parts
alter table webhook_endpoints add column user_part bytea;
update webhook_deliveries set endpoint = regexp_replace(endpoint, '^([^/]+//)[^/?#]*@', '\1') where endpoint ~ '^[^/]+//[^/?#]*@';
update webhook_endpoints set user_part = '\x11';

-- webhooks/0003_event_endpoints
alter table webhook_configurations add column endpoints_made int not null default 0;
alter table webhook_deliveries add column event text;
      create table webhook_event_endpoints (
        group_id int not null references webhook_configurations,
        id int not null,
        url text not null,
        user_part bytea,
        description text,
        event_types text[] not null,
        location_ids text[],
        enabled boolean not null,
        disabled_reason text check (disabled_reason in ('gone', 'failing')),
        secret bytea not null,
        old_secret bytea,
        old_secret_until timestamptz(3),
        failing_since timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (group_id, id)
      );
insert into webhook_event_endpoints values (1, 1, 'https://example.com/events', null, null, '{item.found}', null, true, null, '\x12', null,
  null, null, '2026-01-03T00:00:00Z', '2026-01-03T00:00:00Z');
update webhook_configurations set endpoints_made = 1;
update webhook_deliveries set event = 'item.found';

-- webhooks/0004_endpoint_versions
alter table webhook_event_endpoints add column version int not null default 1;
update webhook_event_endpoints set version = 4;

-- webhooks/0005_long_backlogs
alter table webhook_endpoints add column disabled_reason text;
alter table webhook_endpoints add constraint webhook_endpoints_disabled_reason_check
        check (disabled_reason in ('gone', 'failing')) not valid;
alter table webhook_endpoints validate constraint webhook_endpoints_disabled_reason_check;
      create table webhook_redeliveries (
        group_id int not null references groups,
        id uuid not null,
        kind text not null,
        status text not null check (status in ('success', 'failed')),
        event text,
        after_id uuid not null,
        last_id uuid not null,
        primary key (group_id, id)
      );
update webhook_endpoints set disabled_reason = 'gone';
insert into webhook_redeliveries values (1, '00000000-0000-4000-8000-000000000005', 'itemStatus', 'failed', null,
  '00000000-0000-7000-8000-000000000003', '00000000-0000-7000-8000-000000000004');

-- webhooks/0006_vacuumed

-- messages/0002_users
alter table messages drop constraint messages_subject_check;
      alter table messages add constraint messages_subject_check check (subject in ('item', 'request', 'user')) not valid;
alter table messages validate constraint messages_subject_check;

-- messages/0003_told_in_time
alter table messages drop constraint messages_subject_check;
alter table messages add constraint messages_subject_check check (subject in ('item', 'request', 'user', 'item-other', 'item-reminder', 'desk-item', 'desk-request')) not valid;
alter table messages validate constraint messages_subject_check;

-- messages/0004_held
create index messages_held on messages (group_id, created_at) where status = 'held';

-- messages/0005_account_changes
alter table messages drop constraint messages_subject_check;
alter table messages add constraint messages_subject_check check (subject in ('item', 'request', 'user', 'user-changed', 'item-other', 'item-reminder', 'desk-item', 'desk-request')) not valid;
alter table messages validate constraint messages_subject_check;
update messages set subject = 'user-changed';

-- messages/0006_vacuumed
alter table messages set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);

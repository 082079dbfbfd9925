// Millions of items and Requests, written straight into the read models: two years of them, most at a few Locations, with common and rare
// words, and owners with names and email addresses. The same seed gives the same rows.
import { faker } from '@faker-js/faker';
import pg from 'pg';

/** Things that are found, from the most common to the rarest, with their category. */
const THINGS = [
  ...[
    'Phone charger,electronic_secondary',
    'Black suitcase,bag',
    'Umbrella,misc',
    'Winter jacket,clothing',
    'Headphones,electronic_main',
  ],
  ...[
    'Toiletry bag,personal_care',
    'Reading glasses,personal_care',
    'Paperback novel,misc',
    'Backpack,bag',
    'Wallet,private_item',
  ],
  ...['Passport,private_item', 'Teddy bear,toy', 'Gold ring,jewelry', 'Silver necklace,jewelry', 'Laptop,electronic_main'],
  ...[
    'Tablet,electronic_main',
    'Power bank,electronic_secondary',
    'Woollen scarf,clothing',
    'Running shoes,clothing',
    'Perfume,personal_care',
  ],
  ...['Wristwatch,jewelry', 'Camera,electronic_main', 'Baseball cap,clothing', 'Car keys,private_item', 'Building blocks,toy'],
].map((thing) => thing.split(','));
const COLORS =
  'black,grey,blue,white,brown,red,navy,beige,green,silver,gold,pink,multiColor,yellow,purple,cream,orange,lightBlue'.split(',');
const BRANDS = 'Apple,Samsung,Anker,Sony,Zara,Nike,Adidas,Rimowa,Samsonite,Delsey,Bose,Lenovo,Dell,Fossil,Pandora,Steiff'.split(
  ',',
);

/** The statuses, each with its share in a thousand; what has expired by now is. */
const STATUSES = {
  finished: 450,
  expired: 200,
  'left-behind': 100,
  'waiting-response': 80,
  'contact-missing': 60,
  delivered: 40,
  deleted: 30,
  'pickup-by-guest': 15,
  anonymized: 10,
  'wrong-owner': 5,
  'shipment-paid': 4,
  'pickup-scheduled': 3,
  'in-route': 3,
};

export const LOCATIONS = 600;
/** The Locations from the first to this one have most of the items. */
export const BUSY_LOCATIONS = 20;

/** The number of items of a Group that are made up; each one beyond is a copy of one of these, beside it. */
const MADE_UP = 1_000_000;

/** Fills the first Group with items, a tenth as many Requests and LOCATIONS Locations, and two others with a tenth of that each. */
export async function fill(url, items) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`set synchronous_commit = off; select setseed(0.5)`);
  await client.query(`insert into groups (code, name, created_at) values ('second', 'Second', now()), ('third', 'Third', now())`);
  const { rows: groups } = await client.query('select id, code from groups order by id');
  const indexes = items > MADE_UP ? await withoutIndexes(client) : [];
  for (const [place, group] of groups.entries()) {
    const own = place === 0 ? items : Math.ceil(items / 10);
    await client.query(locations(), [group.id, group.code, LOCATIONS]);
    const times = Math.ceil(own / MADE_UP);
    await client.query(ITEMS, [group.id, group.code, Math.ceil(own / times), ...lists()]);
    if (times > 1) await copied(client, group.id, times);
    await client.query(REQUESTS, [group.id, group.code, Math.ceil(own / 10), ...lists()]);
  }
  for (const index of indexes) await client.query(index);
  // Only what is flushed is known to be visible to all.
  await client.query('checkpoint');
  await client.query('vacuum analyze items');
  await client.query('vacuum analyze requests');
  await client.end();
}

/** Drops what would be kept up row by row. @returns the statements that make it again */
async function withoutIndexes(client) {
  const { rows } = await client.query(
    `select 'alter table items drop constraint ' || conname as drop,
       'alter table items add constraint ' || conname || ' ' || pg_get_constraintdef(oid) as make
     from pg_constraint where conrelid = 'items'::regclass and contype = 'x'
     union all select 'drop index ' || indexrelid::regclass, pg_get_indexdef(indexrelid) from pg_index
     where indrelid = 'items'::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
  );
  for (const { drop } of rows) await client.query(drop);
  await client.query(`set maintenance_work_mem = '2GB'`);
  return rows.map(({ make }) => make);
}

/** Puts this number of rows in the place of each item of a Group. Values that its triggers wrote are copied as well. */
async function copied(client, groupID, times) {
  const { rows } = await client.query(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns,
       string_agg(case attname when 'id' then '(id - 1) * ${times} + copy'
         when 'external_id' then $$external_id || '-' || copy$$ else quote_ident(attname) end, ', ' order by attnum) as values
     from pg_attribute where attrelid = 'items'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  );
  const [{ columns, values }] = rows;
  await client.query(`create temporary table made_up as select * from items where group_id = ${groupID}`);
  await client.query('delete from items where group_id = $1', [groupID]);
  await client.query('vacuum items');
  await client.query('alter table items disable trigger user');
  await client.query(
    `insert into items (${columns}) select ${values} from made_up, generate_series(1, ${times}) copy order by id, copy`,
  );
  await client.query('alter table items enable trigger user');
}

function lists() {
  faker.seed(2026);
  const names = (count, make) => Array.from({ length: count }, make);
  return [
    THINGS.map(([name]) => name),
    THINGS.map(([, category]) => category),
    COLORS,
    BRANDS,
    names(300, () => faker.person.firstName()),
    names(2_000, () => faker.person.lastName()),
    Object.entries(STATUSES).flatMap(([status, share]) => Array(share).fill(status)),
  ];
}

function locations() {
  return `
    insert into locations (group_id, id, location_id, name, address, contact_details, item_storage_days, days_before_request_expires,
      storage_after_item_storage_days, pickup_details, options, active, version, created_at, updated_at)
    select $1::int, n, $2::text || ':' || n, 'Hotel ' || n, '{"countryID":"NL"}', '{}', 90, 90, 0, '{}', '{}', true, 1, now(), now()
    from generate_series(1, $3::int) n
    on conflict do nothing`;
}

const pick = (list, skew = 1) => `(${list})[1 + floor(cardinality(${list}) * power(random(), ${skew}))::int]`;
const LOCATION = `$2::text || ':' || case when random() < 0.8 then 1 + floor(${BUSY_LOCATIONS} * power(random(), 1.5))::int
  else ${BUSY_LOCATIONS} + 1 + floor(${LOCATIONS - BUSY_LOCATIONS} * random())::int end`;
const CHANCES = `
  from (
    select n, 1 + floor(cardinality($4::text[]) * power(random(), 1.5))::int as thing, ${pick('$6::text[]', 1.7)} as color,
      case when random() < 0.6 then ${pick('$7::text[]', 1.5)} end as brand, ${pick('$8::text[]')} as first_name,
      ${pick('$9::text[]', 1.5)} as last_name, random() as known, ${pick('$10::text[]')} as status, ${LOCATION} as location_id,
      now() - interval '730 days' * (1 - n::float8 / $3::int) - interval '1 minute' as made, random() as change, random() as length
    from generate_series(1, $3::int) n
  ) one`;
const CHANGED = `case when change < 0.3 then made when change < 0.31 then now() - interval '30 days' * length
  else least(now(), made + interval '60 days' * power(length, 3)) end`;

const ITEMS = `
  insert into items (group_id, id, location_id, item, location, departured_date, shipping, item_storage, internal_notes, brand, colors,
    categories, owner, language_id, language_code, status, storage_expires_at, version, created_at, updated_at, external_id)
  select $1::int, n, location_id,
    ($4::text[])[thing] || case when n % 50000 = 7 then ' Stradivarius' else '' end
      || case when change < 0.5 then ', ' || color else '' end,
    case when length < 0.7 then 'Room ' || 100 + n % 7919 % 600 else 'Lobby' end, (made - interval '1 day')::date::text,
    '{"weight":{"ID":1},"dimensions":{"fitsInServicePackaging":true,"width":null,"length":null,"height":null}}',
    'Shelf ' || chr(65 + n % 26) || n % 40, case when change > 0.6 then 'Found by housekeeping' end, brand, array[color],
    array[($5::text[])[thing]],
    json_build_object('firstName', case when known < 0.75 then first_name end, 'lastName', case when known < 0.75 then last_name end,
      'contactEmail', case when known < 0.6 then lower(first_name || '.' || last_name) || n % 1000 || '@'
        || (array['example.com', 'example.org', 'mail.example.net'])[1 + n % 3] end,
      'phoneNumber', case when known < 0.3 then '+49 40 ' || 1000000 + n % 9973 * 797 end,
      'reservationNumber', case when known < 0.5 then 'RES-' || n end, 'activityNumber', null, 'agreementNumber', null, 'address', null),
    1, 'en', case when made < now() - interval '90 days'
      and status in ('waiting-response', 'contact-missing', 'wrong-owner', 'pickup-by-guest') then 'expired' else status end,
    made + interval '90 days', 1, made, ${CHANGED}, case when change < 0.4 then 'pms-' || n end
  ${CHANCES}
  order by n`;

const REQUESTS = `
  insert into requests (group_id, id, request_number, location_id, status, request, location, departured_date, owner, colors, categories,
    expires_at, version, created_at, updated_at)
  select $1::int, n, n, location_id, case when change < 0.3 then 'registered' when change < 0.6 then 'expired'
      when change < 0.9 then 'resolved' else 'not-found' end,
    'My ' || lower(($4::text[])[thing]) || coalesce(' ' || brand, ''), 'Room ' || 100 + n % 7919 % 600,
    (made - interval '1 day')::date::text,
    json_build_object('name', first_name || ' ' || last_name,
      'email', lower(first_name || '.' || last_name) || n % 1000 || '@example.com', 'phoneNumber', null),
    case when known < 0.5 then array[color] else '{}' end, case when known < 0.4 then array[($5::text[])[thing]] else '{}' end,
    made + interval '90 days', 1, made, ${CHANGED}
  ${CHANCES}
  order by n`;

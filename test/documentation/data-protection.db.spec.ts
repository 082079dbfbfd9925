import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfiguration } from '#platform/configuration';
import { SEALED } from '#service';
import { connected, createDatabase, type TestDatabase } from '../support/database.js';

const page = readFileSync('docs/data-protection.md', 'utf8');
const section = (title: string) => page.split(`\n## ${title}\n`)[1]!.split('\n## ')[0]!;
const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
/** The cells of the first table of a text, without its head. */
const rowsOf = (text: string) =>
  /(?:^\|.*\n)+/m
    .exec(text)![0]
    .trim()
    .split('\n')
    .slice(2)
    .map((line) => line.slice(2, -2).split(' | '));

const kept = rowsOf(section('What is kept')).map(([tables, columns, , time]) => ({
  tables: quoted(tables!),
  columns: quoted(columns!),
  sealed: [...columns!.matchAll(/`(\w+)` \(sealed/g)].map(([, name]) => name!),
  time: time!,
}));
const without = quoted(/The other tables hold no persons: (.*?)\.\n/s.exec(page)![1]!);

/** Columns that hold no person, whatever their table: states, kinds, numbers of records. */
const NO_PERSON = [
  ...[
    'id',
    'status',
    'kind',
    'type',
    'version',
    'shape',
    'purpose',
    'stream_type',
    'subject',
    'subject_status',
    'record',
    'trigger',
  ],
  ...[
    'event',
    'handling',
    'outcome',
    'change',
    'enabled',
    'disabled_reason',
    'lease',
    'lease_token',
    'delivery_id',
    'session_id',
  ],
  ...[
    'token_id',
    'location_id',
    'location_ids',
    'item_location_id',
    'departured_date',
    'event_types',
    'transaction',
    'user_role',
  ],
  ...[
    'region_ids',
    'country_id',
    'country_ids',
    'rejected_item_ids',
    'request_number',
    'shipping',
    'brand',
    'colors',
    'categories',
  ],
];
/** And those of one table. */
const NO_PERSON_IN = [
  ...['code', 'name', 'address', 'options', 'pickup_details', 'reference', 'time_zone'].map((name) => `locations.${name}`),
  ...['delimiter', 'columns', 'file', 'date_format', 'encoding', 'request_id', 'request_key'].map((name) => `imports.${name}`),
  ...['webhook_deliveries.body'],
];

/** Parts of the programs that open connections, and the row of the page that says whereto. */
const LEADS_TO: Record<string, string> = {
  'libs/contexts/connections': 'providers of connections',
  'libs/contexts/messages': 'mail server',
  'libs/contexts/sign-in': 'identity provider',
  'libs/platform/database': 'PostgreSQL',
  'libs/platform/embedded-postgres': 'PostgreSQL',
  'libs/platform/http': 'who calls the API',
  'libs/platform/observability': 'Prometheus',
  'libs/platform/outgoing': 'receivers of webhooks',
  'libs/platform/postgres': 'PostgreSQL',
  'libs/platform/process': 'PostgreSQL',
  'libs/platform/queue': 'Redis',
  'libs/platform/storage': 'bucket',
  'libs/service/parts': 'mail server',
};

let columns: { table: string; column: string; type: string }[];
let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
  ({ rows: columns } = await connected(database.url, (client) =>
    client.query(`select t.relname as table, a.attname as column, format_type(a.atttypid, null) as type
      from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition`),
  ));
});
afterAll(() => database?.drop());

describe('docs/data-protection.md', () => {
  it('has every table of the database once', () => {
    const named = [...kept.flatMap(({ tables }) => tables), ...without];
    expect(named.toSorted()).toEqual([...new Set(columns.map(({ table }) => table))].sort());
  });

  it('names no column that is not there', () => {
    for (const { tables, columns: named } of kept) {
      const there = columns.filter(({ table }) => tables.includes(table)).map(({ column }) => column);
      expect([tables, there]).toEqual([tables, expect.arrayContaining(named)]);
    }
  });

  it('leaves out no column that may hold words, documents or bytes about a person', () => {
    const may = ({ type }: { type: string }) => /text|character|json|bytea|uuid|tsvector|bit/.test(type);
    const forgotten = kept.flatMap(({ tables, columns: named }) =>
      columns.filter(
        (one) =>
          tables.includes(one.table) &&
          may(one) &&
          !named.includes(one.column) &&
          !NO_PERSON.includes(one.column) &&
          !NO_PERSON_IN.includes(`${one.table}.${one.column}`),
      ),
    );
    expect(forgotten.map(({ table, column }) => `${table}.${column}`)).toEqual([]);
  });

  it('says of what is sealed that it is', () => {
    const said = kept.flatMap(({ tables, sealed }) => tables.flatMap((table) => sealed.map((column) => `${table}.${column}`)));
    const real = SEALED.map(({ table, column }) => `${table}.${column}`);
    // Secrets of the service itself are of no person.
    const ofPersons = real.filter((name) => !without.includes(name.split('.')[0]!));
    expect(said).toEqual(expect.arrayContaining(ofPersons));
    // Events and snapshots are sealed with the key of their record.
    const there = new Set(columns.map(({ table, column }) => `${table}.${column}`));
    const more = said.filter((name) => there.has(name) && !real.includes(name));
    expect(more.toSorted()).toEqual(['events.data', 'snapshots.state']);
  });

  it('tells how long things are kept as the service has it', () => {
    const { webhooks, changesRetention, audit } = readConfiguration({}) as unknown as {
      webhooks: { retention: number };
      changesRetention: number;
      audit: { retention: number };
    };
    const days = (milliseconds: number) => `(${milliseconds / (24 * 60 * 60 * 1000)}d)`;
    const timeOf = (table: string) => kept.find(({ tables }) => tables.includes(table))!.time;
    expect(timeOf('webhook_attempts')).toBe(`\`WEBHOOK_RETENTION\` ${days(webhooks.retention)}`);
    expect(timeOf('changes')).toBe(`\`CHANGES_RETENTION\` ${days(changesRetention)}`);
    expect(timeOf('audit_entries')).toBe(`\`AUDIT_RETENTION\` ${days(audit.retention)}`);
    for (const [text, file, constant] of [
      [timeOf('stays'), 'libs/contexts/stays/stay-retention.ts', /KEPT = (\d+);/],
      [timeOf('messages'), 'libs/contexts/messages/delivery/message-upkeep.ts', /KEPT\b.* = \[?(\d+)/],
      [timeOf('sessions'), 'libs/contexts/credentials/opening-session.ts', /SESSION_LIFETIME = (\d+) \* 24/],
      [timeOf('known_addresses'), 'libs/contexts/credentials/opening-session.ts', /KNOWN_FOR = (\d+) \* 24/],
      [timeOf('idempotent_answers'), 'libs/platform/idempotency/idempotent-answers.ts', /RETENTION = (\d+) \* 60/],
      [timeOf('import_refusals'), 'libs/contexts/imports/work/import-store.ts', /KEPT = (\d+)/],
      [page, 'libs/contexts/links/guest-links.ts', /AFTERWARDS = (\d+) \* 24/],
      [page, 'ops/systemd/lost-and-found-backup.service', /lost-and-found-backups (\d+)$/m],
    ] as const) {
      const [, value] = constant.exec(readFileSync(file, 'utf8'))!;
      expect([file, text]).toEqual([file, expect.stringMatching(new RegExp(`\\b${value} (days|hours)`))]);
    }
  });

  it('names every setting that leads out of the machine', () => {
    const [, variables] = /const VARIABLES = \{(.*?)^\};/ms.exec(
      readFileSync('libs/platform/configuration/variables.ts', 'utf8'),
    )!;
    const outward = [...variables!.matchAll(/^ {2}(\w+): (?:valid\.)?(\w+)\(/gm)].filter(
      ([, name, how]) =>
        /address|url|server|gateway|web|origins|sender|bucketname/i.test(how!) ||
        /_(URL|ENDPOINT|ISSUER|HOST|PORT|BUCKET)$/.test(name!),
    );
    expect(outward.length).toBeGreaterThan(12);
    const named = quoted(section('What leaves the machine'));
    expect(named).toEqual(expect.arrayContaining(outward.map(([, name]) => name)));
  });

  it('has a row for every part of the programs that opens a connection', () => {
    const opens =
      /from '(pg|undici|nodemailer[^']*|ioredis|bullmq|aws4fetch|openid-client|node:(net|tls|https?|dgram|dns)[^']*)'|\bfetch\(/;
    const parts = globSync(['libs/**/*.ts', 'apps/{api,worker,admin}/**/*.ts'])
      .filter((file) => !/\.spec\.ts$|\/spec\/|^libs\/(demo|fakes)\//.test(file))
      .filter((file) => opens.test(readFileSync(file, 'utf8').replace(/^import type .*$/gm, '')))
      .map((file) => file.split('/').slice(0, 3).join('/'));
    expect([...new Set(parts)].sort()).toEqual(Object.keys(LEADS_TO).sort());
    const to = rowsOf(section('What leaves the machine')).map(([name]) => name!);
    for (const row of Object.values(LEADS_TO)) expect(to.filter((name) => name.includes(row)).length, row).toBe(1);
  });
});

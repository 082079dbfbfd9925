import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfiguration } from '#platform/configuration';
import { RELEASE } from '#platform/runtime';
import { answersAsService, migrate, registerChecks, rememberBackup } from '#service';
import { Admin } from '../../apps/admin/src/admin.js';
import type { Finding } from '../../apps/admin/src/doctor.js';
import { programOf } from '../../apps/admin/src/program.js';
import { startIdentityProvider } from '../access/identity-provider.js';
import { connected, createDatabase, createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { PGBOUNCER_INSTALLED, PgBouncer } from '../support/pgbouncer.js';
import { startS3 } from '../support/s3-server.js';
import { startService, type TestService } from '../support/service.js';

const KEY = randomBytes(32);
const place = mkdtempSync(join(tmpdir(), 'doctor-'));
let database: TestDatabase;
let service: TestService;

beforeAll(async () => {
  database = await createDatabase();
  await migrate(database.url);
  // The first process tells the database its key.
  service = await startService({ databaseUrl: database.url, secretKey: KEY });
  registerChecks(service.app, 'api');
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await service?.stop();
  await database?.drop();
  rmSync(place, { recursive: true, force: true });
});

/** Runs `doctor`. @returns what it found, by check, and its exit code */
async function doctor(settings: NodeJS.ProcessEnv = {}) {
  const environment = { DATABASE_URL: database.url, DATA_DIR: place, SECRET_KEY: KEY.toString('base64'), ...settings };
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    await programOf(new Admin(() => readConfiguration(environment))).parseAsync(['doctor', '--json'], { from: 'user' });
    const found: Finding[] = JSON.parse(log.mock.lastCall![0]);
    const texts = (of: Finding[]) => Object.fromEntries(of.map(({ check, text }) => [check, text]));
    return {
      checks: found.map(({ check }) => check),
      wrong: texts(found.filter(({ ok }) => !ok)),
      off: texts(found.filter(({ off }) => off)),
      well: texts(found.filter(({ ok, off }) => ok && !off)),
      code: process.exitCode,
    };
  } finally {
    log.mockRestore();
    process.exitCode = undefined;
  }
}

const PARTS = ['mail', 'sms', 'public_url', 'metrics', 'bucket', 'sign_on', 'backups', 'retention', 'endpoints', 'key_age'];

const said = (text: string) => expect.stringContaining(text);

describe('doctor', () => {
  it('finds nothing wrong with a service that is set up, and leaves nothing behind', async () => {
    const needed = ['release', 'database', 'extensions', 'migrations', 'cell', 'settings', 'clock', 'key'];
    const checks = [...needed, 'queue', 'storage', 'disk'];
    const found = await doctor();
    expect(found).toMatchObject({ checks: [...checks, ...PARTS], wrong: {}, code: undefined });
    expect(found.well.release).toBe(`${RELEASE.version} on Node ${process.versions.node}`);
    expect(readdirSync(join(place, 'images'))).toEqual([]);
  });

  it('finds a database that is not migrated', async () => {
    const empty = await createEmptyDatabase();
    const { wrong, code } = await doctor({ DATABASE_URL: empty.url });
    expect(wrong).toMatchObject({
      extensions: said('btree_gin, pg_trgm, unaccent missing'),
      migrations: said('run "migrate"'),
    });
    expect(code).toBe(1);
    await empty.drop();
  });

  it('finds a database that takes no writes', async () => {
    const url = `${database.url}?options=-c%20default_transaction_read_only%3Don`;
    expect((await doctor({ DATABASE_URL: url })).wrong.database).toContain('It is read-only');
  });

  it('finds that a later release has migrated the database', async () => {
    await connected(database.url, (client) => client.query(`insert into migrations (name) values ('items/9999_later')`));
    expect((await doctor()).wrong).toEqual({ migrations: said('A later release migrated this database: items/9999_later.') });
    await connected(database.url, (client) => client.query(`delete from migrations where name = 'items/9999_later'`));
  });

  it('finds a database that is away, another key, a clock that is wrong and files that can’t be stored', async () => {
    const away = await doctor({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' });
    expect(Object.keys(away.wrong)).toEqual([
      'database',
      'extensions',
      'migrations',
      'cell',
      'settings',
      'clock',
      'key',
      'queue',
    ]);
    expect(away.wrong.database).toContain('ECONNREFUSED');
    expect((await doctor({ SECRET_KEY: randomBytes(32).toString('base64') })).wrong).toEqual({ key: said('SECRET_KEY') });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60_000 });
    expect((await doctor()).wrong).toEqual({ clock: said('s ahead of this machine') });
    vi.useRealTimers();
    rmSync(join(place, 'images'), { recursive: true });
    writeFileSync(join(place, 'images'), 'in the way');
    expect(Object.keys((await doctor()).wrong)).toEqual(['storage']);
    rmSync(join(place, 'images'));
  });

  it('says of each part that is off what follows from it, and of each that is on with what', async () => {
    const { off } = await doctor();
    expect(off).toEqual({
      mail: said('no SMTP_URL: messages to guests, owners and staff are held, and dropped after 14 days'),
      sms: said('no SMS_URL'),
      public_url: said('lead nowhere from any other machine'),
      metrics: said('no alert can be raised'),
      bucket: said('no S3_ENDPOINT'),
      sign_on: said('no SSO_ISSUER'),
      backups: said('none is known'),
      retention: said('one Group keeps personal data for ever'),
    });
    await service.sql(`update service_keys set since = now() - interval '3 years'`);
    expect((await doctor()).wrong).toEqual({ key_age: said('more than two years: "secret rotate" changes it') });
    await service.sql('update service_keys set since = now()');
    await rememberBackup(database.url);
    await service.sql('update groups set retention_days = 90');
    const then = await doctor({ API_METRICS_PORT: '9101', MAIL_FOLDER: place });
    expect(then.well).toMatchObject({
      backups: said('the last good one is of 20'),
      retention: said('every'),
      metrics: said('9101'),
    });
    expect(then.off.mail).toContain(`is written to ${place} and reaches nobody`);
  });

  it('tries the ways out of the machine, sends nothing, and says in words what is wrong with each', async () => {
    const nobody = `127.0.0.1:${await freePort()}`;
    const nowhere = {
      SMTP_URL: `smtp://${nobody}`,
      SMS_URL: `http://${nobody}/?to={to}&text={text}`,
      PUBLIC_URL: 'http://nobody.invalid',
    };
    const sso = (issuer: string) => ({ SSO_ISSUER: issuer, SSO_CLIENT_ID: 'id', SSO_CLIENT_SECRET: 'secret' });
    const { wrong, code } = await doctor({ ...nowhere, ...sso(`http://${nobody}`) });
    expect(wrong).toEqual({
      mail: `the mail server ${nobody} (SMTP_URL) could not be reached: nothing listens there (ECONNREFUSED)`,
      sms: `${nobody} (SMS_URL) could not be reached: nothing listens there (ECONNREFUSED)`,
      public_url: said('(PUBLIC_URL) could not be reached from here: '),
      sign_on: said('the provider could not be reached (ECONNREFUSED)'),
    });
    expect(code).toBe(1);

    const provider = await startIdentityProvider();
    provider.serve(service.url);
    const known = await doctor(sso(provider.issuer));
    expect(known.well.sign_on).toContain(`${provider.issuer} is found`);
    expect((await doctor(sso(`${provider.issuer}/`))).wrong.sign_on).toContain('must be the same to the letter');
    await provider.stop();
  });

  it('signs in at the mail server, and tells a wrong password from a server that speaks no TLS', async () => {
    const received: string[] = [];
    const signedIn: string[] = [];
    const mail = new SMTPServer({
      logger: false,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth({ username, password }, _session, done) {
        signedIn.push(username!);
        if (password === 'right') done(null, { user: username });
        else done(new Error('no'));
      },
      onMailFrom({ address }, _session, done) {
        received.push(address);
        done();
      },
    });
    await new Promise<void>((resolve) => mail.listen(0, '127.0.0.1', resolve));
    const { port } = mail.server.address() as AddressInfo;
    const { well } = await doctor({ SMTP_URL: `smtp://hotel:right@127.0.0.1:${port}` });
    expect(well.mail).toBe(`127.0.0.1:${port} takes the service and SMTP_URL's user; nothing was sent`);
    expect((await doctor({ SMTP_URL: `smtp://hotel:wrong@127.0.0.1:${port}` })).wrong.mail).toContain(
      'refused the user or the password',
    );
    expect((await doctor({ SMTP_URL: `smtps://127.0.0.1:${port}` })).wrong.mail).toContain(
      `127.0.0.1:${port} (SMTP_URL) could not be`,
    );
    expect([signedIn, received]).toEqual([['hotel', 'hotel'], []]);
    await new Promise<void>((resolve) => mail.close(() => resolve()));
  });

  it('knows the service at its public address from anything else there', async () => {
    expect(await answersAsService(service.url)).toBe(`${service.url} leads to this service`);
    const other = createServer((_request, response) => response.end('<h1>Welcome to nginx!</h1>'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.2', resolve));
    const url = `http://127.0.0.2:${(other.address() as AddressInfo).port}`;
    await expect(answersAsService(url)).rejects.toThrow('something else than this service answers');
    await new Promise((resolve) => other.close(resolve));
  });

  it('tells a wrong key, a missing bucket and an endpoint that is away apart', async () => {
    const s3 = await startS3(join(place, 's3'), 'photos');
    const bucket = (changes: NodeJS.ProcessEnv = {}) => ({
      S3_ENDPOINT: s3.url,
      S3_BUCKET: 'photos',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      ...changes,
    });
    const found = await doctor(bucket());
    expect(found.wrong).toEqual({});
    expect(found.well).toMatchObject({ storage: said('can be written'), bucket: said('"photos" at http') });
    expect((await doctor(bucket({ S3_SECRET_ACCESS_KEY: 'wrong' }))).wrong.storage).toContain(
      'S3_SECRET_ACCESS_KEY is not that of',
    );
    expect((await doctor(bucket({ S3_BUCKET: 'none' }))).wrong.storage).toContain('there is no bucket "none" (S3_BUCKET)');
    const nobody = `http://127.0.0.1:${await freePort()}`;
    const away = await doctor(bucket({ S3_ENDPOINT: nobody }));
    expect(away.wrong.storage).toBe(`${nobody} (S3_ENDPOINT) could not be reached: nothing listens there (ECONNREFUSED)`);
    await s3.stop();
  });

  it('finds that DATABASE_READ_URL leads to no standby', async () => {
    expect((await doctor({ DATABASE_READ_URL: database.url })).wrong).toEqual({ replica: said('no standby') });
  });

  it.skipIf(!PGBOUNCER_INSTALLED)('finds that sessions behind a pooler have no limits, and that they have JIT off', async () => {
    const pooler = await PgBouncer.start(database.url);
    const { wrong } = await doctor({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url });
    expect(wrong).toEqual({ settings: said('idle_in_transaction_session_timeout = 0, statement_timeout = 0: set them') });
    const undirected = await doctor({ DATABASE_URL: pooler.url });
    expect(undirected.wrong.queue).toContain('a pooler is in between: set DATABASE_DIRECT_URL');
    await pooler.stop();
  });
});

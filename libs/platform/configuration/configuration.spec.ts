import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigurationError, readConfiguration, secretKeysOf } from './index.js';
import { SECRET_VARIABLES } from './secret-files.js';

/** Of the settings that can't be any text. */
const VALUES: Partial<Record<string, string>> = {
  DATABASE_URL: 'postgres://one/lf',
  DATABASE_DIRECT_URL: 'postgres://two/lf',
  DATABASE_READ_URL: 'postgres://three/lf',
  REDIS_URL: 'redis://queue',
  SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
  SECRET_KEY_PREVIOUS: Buffer.alloc(32, 2).toString('base64'),
  SMTP_URL: 'smtp://mail',
  SMS_URL: 'https://sms.example/?to={to}&text={text}',
};

describe('the configuration', () => {
  it('has the documented defaults', () => {
    const minute = 60_000;
    const hour = 60 * minute;
    expect(readConfiguration({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: null,
      redisUrl: null,
      publicUrl: 'http://127.0.0.1:3000',
      cell: 0,
      demo: true,
      clockOffset: 0,
      rateLimit: 6000,
      loginRateLimit: 10,
      trustedProxies: 0,
      metrics: { host: '127.0.0.1', apiPort: null, workerPort: null },
      webhooks: {
        allowPrivateAddresses: false,
        timeout: 15_000,
        retrySchedule: [5_000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
      },
    });
  });

  it('listens everywhere when the database is given', () => {
    expect(readConfiguration({ DATABASE_URL: 'postgres://localhost/lf' }).host).toBe('0.0.0.0');
  });

  it('takes a variable set to nothing as not set', () => {
    expect(readConfiguration({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: null });
  });

  it('notices a variable that is nearly one of its own, and no other', () => {
    const others = {
      HOME: '/root',
      PATH: '/bin',
      TERM: 'xterm',
      AWS_REGION: 'x',
      OTEL_EXPORTER_OTLP_TIMEOUT: '1',
      npm_prot: '1',
    };
    const given = { ...others, SMPT_URL: 'smtp://x', DATABSE_URL: 'x', SECRET_KEY_FIL: 'x', PORT: '3001', SMS_URL_FILE: '' };
    expect(readConfiguration(given).misspelled).toEqual([
      'SMPT_URL (SMTP_URL?)',
      'DATABSE_URL (DATABASE_URL?)',
      'SECRET_KEY_FIL (SECRET_KEY_FILE?)',
    ]);
    expect(readConfiguration(others).misspelled).toEqual([]);
  });

  it.each(['database_url', 'DATABASE-URL', '\ufeffDATABASE_URL', 'export DATABASE_URL'])(
    'notices %s, which is not read',
    (name) => expect(readConfiguration({ [name]: 'x' }).misspelled).toEqual([`${name} (DATABASE_URL?)`]),
  );

  it('notices a file for a setting that is read from none', () => {
    expect(readConfiguration({ MAIL_FROM_FILE: 'from', PORT_FILE: 'port' }).misspelled).toEqual([
      'MAIL_FROM_FILE (MAIL_FROM?)',
      'PORT_FILE (PORT?)',
    ]);
  });

  it.each(['True', 'TRUE', 'yes', 'On', '1'])('takes %s for yes, and the opposite for no', (word) => {
    expect(readConfiguration({ WEBHOOK_ALLOW_PRIVATE_ADDRESSES: word, LOG_LEVEL: 'Info' })).toMatchObject({
      ...{ webhooks: { allowPrivateAddresses: true }, logLevel: 'info' },
    });
    for (const no of ['False', 'NO', 'off', '0']) expect(readConfiguration({ DEMO: no }).demo).toBe(false);
    expect(() => readConfiguration({ DEMO: 'maybe' })).toThrow('DEMO: "maybe" is neither true nor false');
  });

  it.each([
    ['PUBLIC_URL', 'https:hotel.example'],
    ['PUBLIC_URL', 'https:/hotel.example'],
    ['SMTP_URL', 'smtp:mail'],
    ['SSO_ISSUER', 'https:id.example'],
  ])('takes no %s without its slashes, %s', (name, value) =>
    expect(() => readConfiguration({ [name]: value })).toThrow(`${name}: must be a URL that begins with`),
  );

  it('names every wrong variable', () => {
    const wrong = {
      PORT: '99999',
      API_METRICS_PORT: '0',
      CELL: '1000',
      API_PROCESSES: 'all',
      WORKER_METRICS_PORT: 'on',
      DATABASE_URL: 'mysql://x',
      REDIS_URL: 'redis://a,http://b',
      WEBHOOK_TIMEOUT: 'soon',
      WEBHOOK_RETRY_SCHEDULE: '5s,never',
      RATE_LIMIT: '-1',
      LOG_LEVEL: 'loud',
      DEMO: 'maybe',
      SECRET_KEY: 'short',
      CLOCK_OFFSET: '3',
      PUBLIC_URL: 'example.com',
      CORS_ORIGINS: 'https://desk.example.com/path',
      CONNECTION_URLS: '{"paypal":"http://127.0.0.1:1"}',
      STAYS_INTERVAL: '0',
      MAIL_INTERVAL: 'often',
    };
    let message = '';
    try {
      readConfiguration(wrong);
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigurationError);
      message = (error as Error).message;
    }
    const named = message.split('\n').map((line) => line.split(':')[0]);
    expect(named.sort()).toEqual(Object.keys(wrong).sort());
  });

  it('takes scheme, host and port of providers, and nothing else', () => {
    const urls = { stripe: 'http://127.0.0.1:4010', opera: 'https://proxy.example/', mail: 'imap://127.0.0.1:24316' };
    expect(readConfiguration({ CONNECTION_URLS: JSON.stringify(urls) }).connections).toEqual({
      ...{ urls, staysInterval: 15 * 60_000, mailInterval: 60_000 },
    });
    for (const wrong of [
      'http://127.0.0.1:4010',
      '[]',
      'null',
      '{"stripe":5}',
      '{"stripe":"imap://127.0.0.1"}',
      '{"mail":"http://127.0.0.1"}',
      '{"stripe":"http://127.0.0.1/v2"}',
      '{"stripe":"http://me@127.0.0.1"}',
      '{"constructor":"http://127.0.0.1"}',
    ]) {
      expect(() => readConfiguration({ CONNECTION_URLS: wrong }), wrong).toThrow('CONNECTION_URLS: ');
    }
  });

  it('takes an identity provider whole or not at all', () => {
    const provider = { SSO_ISSUER: 'https://id.example.com', SSO_CLIENT_ID: 'lf', SSO_CLIENT_SECRET: 'secret' };
    expect(readConfiguration({}).sso).toBeNull();
    expect(readConfiguration(provider).sso).toEqual({ issuer: 'https://id.example.com', clientID: 'lf', clientSecret: 'secret' });
    expect(() => readConfiguration({ ...provider, SSO_CLIENT_SECRET: '' })).toThrow('SSO_CLIENT_SECRET');
  });

  it('takes a slash from the end of base URLs, and nothing from an identifier', () => {
    const issuer = 'https://id.example.com/application/o/hotel/';
    const given = { SSO_ISSUER: issuer, SSO_CLIENT_ID: 'lf', SSO_CLIENT_SECRET: 's', PUBLIC_URL: 'https://hotel.example/' };
    expect(readConfiguration(given)).toMatchObject({ sso: { issuer }, publicUrl: 'https://hotel.example' });
  });

  it.each([
    ['HTTPS://Hotel.Example', 'https://hotel.example'],
    ['https://hotel.example:443/', 'https://hotel.example'],
    ['https://fundbüro.example', 'https://xn--fundbro-r2a.example'],
    ['http://192.168.0.7:3000', 'http://192.168.0.7:3000'],
  ])('reads the public address %s as browsers write it: %s', (given, publicUrl) => {
    expect(readConfiguration({ PUBLIC_URL: given }).publicUrl).toBe(publicUrl);
  });

  it.each([
    ['::', '::', 'http://[::1]:3000'],
    ['::1', '::1', 'http://[::1]:3000'],
    ['[::1]', '::1', 'http://[::1]:3000'],
    ['0.0.0.0', '0.0.0.0', 'http://127.0.0.1:3000'],
    ['lost.local', 'lost.local', 'http://lost.local:3000'],
  ])('listens at %s, and is found there', (given, host, url) => {
    expect(readConfiguration({ HOST: given })).toMatchObject({ host, localUrl: url, publicUrl: url });
  });

  it('takes a secret from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'secret-'));
    try {
      const [file, empty, key] = [join(folder, 'key'), join(folder, 'empty'), Buffer.alloc(32, 7)];
      writeFileSync(file, `${key.toString('base64')}\n`);
      writeFileSync(empty, '\n');
      expect(readConfiguration({ SECRET_KEY_FILE: file }).secretKey).toEqual(key);
      expect(() => readConfiguration({ SECRET_KEY_FILE: file, SECRET_KEY: key.toString('base64') })).toThrow(
        'SECRET_KEY_FILE: is given beside SECRET_KEY',
      );
      expect(() => readConfiguration({ DATABASE_URL_FILE: join(folder, 'none') })).toThrow(
        /^DATABASE_URL_FILE: .*none can't be read \(ENOENT\)$/,
      );
      expect(() => readConfiguration({ SMTP_URL_FILE: empty })).toThrow(`SMTP_URL_FILE: ${empty} is empty`);
      writeFileSync(file, `\ufeff${key.toString('base64')}\r\n`);
      expect(readConfiguration({ SECRET_KEY_FILE: file }).secretKey).toEqual(key);
      writeFileSync(file, '\ufeffsecret\r\n', 'utf16le');
      expect(() => readConfiguration({ SSO_CLIENT_SECRET_FILE: file })).toThrow(`${file} is no text in UTF-8`);
      writeFileSync(file, 'p\u00e4ssword', 'latin1');
      expect(() => readConfiguration({ SSO_CLIENT_SECRET_FILE: file })).toThrow(`${file} is no text in UTF-8`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('reads a file of a setting once, and hands on what it said without the file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'secret-'));
    try {
      const given = Object.fromEntries(
        SECRET_VARIABLES.map((name) => {
          const file = join(folder, name);
          writeFileSync(file, ` ${VALUES[name] ?? 'a secret'}\r\n\n`);
          return [`${name}_FILE`, file];
        }),
      );
      const others = {
        SSO_ISSUER: 'https://id.example.com',
        SSO_CLIENT_ID: 'lf',
        S3_ENDPOINT: 'https://s3.example.com',
        S3_BUCKET: 'b-1',
      };
      const read = readConfiguration({ ...given, ...others, PATH: '/bin' });
      rmSync(folder, { recursive: true });
      const again = readConfiguration(read.environment);
      expect(again).toEqual(read);
      expect(again.environment).toMatchObject({
        DATABASE_URL: VALUES.DATABASE_URL,
        S3_SECRET_ACCESS_KEY: 'a secret',
        PATH: '/bin',
      });
      expect(Object.keys(again.environment).filter((name) => name.endsWith('_FILE'))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('takes no spaces or line breaks from around a value, and refuses quotes, which nobody takes away', () => {
    const read = readConfiguration({
      PORT: ' 3001\n',
      DATABASE_URL: `${VALUES.DATABASE_URL}\r\n`,
      HOST: '127.0.0.1 ',
      DEMO: ' ',
    });
    expect(read).toMatchObject({ port: 3001, databaseUrl: VALUES.DATABASE_URL, host: '127.0.0.1', demo: true });
    for (const name of ['MAIL_FROM', 'DATA_DIR', 'DATABASE_URL', 'S3_REGION', 'DATABASE_URL_FILE']) {
      for (const value of ['"value"', "'value'", '""']) {
        expect(() => readConfiguration({ [name]: value }), `${name}=${value}`).toThrow(`${name}: is in quotes`);
      }
    }
    const sender = '"Lost and Found" <found@hotel.example>';
    expect(readConfiguration({ MAIL_FROM: sender }).messages.from).toBe(sender);
  });

  it.each([
    ['PUBLIC_URL', 'https://hotel.example/lostfound/', 'must have no path'],
    ['DATA_DIR', '~/lost-and-found', 'a shell alone knows what ~ is'],
    ['MAIL_FOLDER', '~', 'a shell alone knows what ~ is'],
    ['DATA_DIR', '$HOME/lost-and-found', 'a shell alone knows what $HOME is'],
    ['PUBLIC_URL', 'https://hotel.example?from=mail', 'must be a host alone'],
    ['PUBLIC_URL', 'https://hotel.example#top', 'has a #'],
    ['PUBLIC_URL', 'https://ann:secret@hotel.example', 'must be a host alone'],
    ['PUBLIC_URL', 'wss://hotel.example', 'begins with http:// or https://'],
    ['S3_ENDPOINT', 'https://s3.example?x=1', 'no query'],
    ['REDIS_URL', 'redis://:pa#ss@queue:6379', 'has a # that is none of a URL: in a password it is written %23'],
    ['REDIS_URL', 'redis://ann:12/3@queue:6379', 'written %2F'],
    ['SMTP_URL', 'smtp://ann:12?3@mail', 'written %3F'],
    ['SMTP_URL', 'smtp://ann:5%@mail', 'written %25'],
    ['DATABASE_URL', 'postgres://ann:pa#ss@db/lf', 'written %23'],
    ['MAIL_FROM', 'Lost and Found', 'must be an address'],
    ['REDIS_URL', 'redis://queue:6379/lost', 'by number'],
    ['SMTP_URL', 'smtp://mail.example:465', 'smtps://'],
    ['SMTP_URL', 'smtp://', 'must have a host'],
    ['DATABASE_URL', 'postgres://db/lf?ssl_mode=require', 'has the parameter ssl_mode, which is written sslmode'],
    ['DATABASE_URL', 'postgres://db/lf?SslMode=Require', 'which is written sslmode'],
    ['CORS_ORIGINS', 'https://*.hotel.example', 'is not an origin'],
    ['HOST', 'http://0.0.0.0', 'must be an address or name alone'],
    ['HOST', '127.0.0.1:3000', 'must be an address or name alone'],
    ['WEBHOOK_RETENTION', '9999999d', 'is more than 1000000d'],
    ['WEBHOOK_RETRY_SCHEDULE', '5s,9999999d', 'is more than 1000000d'],
  ])('%s=%s is refused, as it would not work', (name, value, why) => {
    expect(() => readConfiguration({ [name]: value })).toThrow(`${name}: `);
    expect(() => readConfiguration({ [name]: value })).toThrow(why);
    expect(() => readConfiguration({ [name]: value })).not.toThrow('secret');
  });

  it('takes addresses with what is written by its number, and signs that end nothing', () => {
    const given = {
      PUBLIC_URL: 'https://hotel.example/',
      REDIS_URL: 'redis://ann:p%23ss@queue:6379/1',
      SMTP_URL: 'smtp://ann%40hotel.example:p@mail.example/?name=a@b',
      SMS_URL: 'https://sms.example:8080/@hotel/send?from=a@b&to={to}&text={text}',
      DATABASE_URL: 'postgres://ann:p%25@ss@/lf?host=/var/run&application_name=a@b',
    };
    expect(readConfiguration(given)).toMatchObject({ publicUrl: 'https://hotel.example', databaseUrl: given.DATABASE_URL });
  });

  it('takes a bucket whole or not at all', () => {
    const bucket = {
      S3_ENDPOINT: 'https://s3.example.com/',
      S3_BUCKET: 'images',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'k',
    };
    expect(readConfiguration({}).s3).toBeNull();
    expect(readConfiguration(bucket).s3).toEqual({
      endpoint: 'https://s3.example.com',
      bucket: 'images',
      region: 'us-east-1',
      accessKeyID: 'id',
      secretAccessKey: 'k',
    });
    expect(() => readConfiguration({ ...bucket, S3_BUCKET: '' })).toThrow('S3_BUCKET');
    expect(() => readConfiguration({ ...bucket, S3_BUCKET: '../x' })).toThrow('S3_BUCKET');
  });

  it('takes origins separated by commas', () => {
    const { corsOrigins } = readConfiguration({ CORS_ORIGINS: 'https://desk.example.com, http://localhost:5173' });
    expect(corsOrigins).toEqual(['https://desk.example.com', 'http://localhost:5173']);
  });

  it('moves the clock, but never in production', () => {
    expect(readConfiguration({ CLOCK_OFFSET: '-1h' }).clockOffset).toBe(-3_600_000);
    expect(readConfiguration({ CLOCK_OFFSET: '0' }).clockOffset).toBe(0);
    for (const NODE_ENV of ['production', 'Production']) {
      expect(() => readConfiguration({ CLOCK_OFFSET: '3d', NODE_ENV })).toThrow('CLOCK_OFFSET');
      expect(readConfiguration({ NODE_ENV }).production).toBe(true);
    }
  });
});

describe('the secret key', () => {
  it('is made once, readable by its owner only', () => {
    const folder = mkdtempSync(join(tmpdir(), 'secret-'));
    try {
      const configuration = readConfiguration({ DATA_DIR: folder });
      const { secretKey: key } = secretKeysOf(configuration);
      expect(key).toHaveLength(32);
      expect(secretKeysOf(configuration)).toEqual({ secretKey: key, previousKey: null });
      expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600);
      expect(readFileSync(join(folder, 'secret.key'), 'utf8').trim()).toBe(key.toString('base64'));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is never made in production, where one that is there is taken', () => {
    const folder = mkdtempSync(join(tmpdir(), 'secret-'));
    try {
      const production = readConfiguration({ DATA_DIR: folder, NODE_ENV: 'production' });
      expect(() => secretKeysOf(production)).toThrow(ConfigurationError);
      expect(readdirSync(folder)).toEqual([]);
      const made = secretKeysOf(readConfiguration({ DATA_DIR: folder }));
      expect(secretKeysOf(production)).toEqual(made);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

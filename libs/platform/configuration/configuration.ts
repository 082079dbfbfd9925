import { resolve } from 'node:path';
import { isIP } from 'class-validator';
import { cleanEnv } from 'envalid';
import { misspelled } from './misspelled.js';
import { withSecretFiles } from './secret-files.js';
import { KNOWN, REQUIRED_TOGETHER, VARIABLES } from './variables.js';

/** The settings of the service, read from the environment; durations in milliseconds. */
export type Configuration = ReturnType<typeof readConfiguration>;

/** The environment has invalid variables: the message names each of them, one per line. */
export class ConfigurationError extends Error {}

/**
 * Reads the environment, once.
 * @throws ConfigurationError naming every wrong variable
 */
export function readConfiguration(environment: NodeJS.ProcessEnv) {
  const wrong: string[] = [];
  // An empty variable counts as not set: that is how compose files and shells often leave one unset.
  const set = Object.fromEntries(Object.entries(trimmed(environment)).filter(([, value]) => value !== ''));
  const given = withSecretFiles(set, wrong);
  wrong.push(...quoted({ ...set, ...given }));
  const env = cleanEnv(given, VARIABLES, {
    reporter: ({ errors }) => void wrong.push(...Object.entries(errors).map(([name, error]) => `${name}: ${error?.message}`)),
  });
  if (given.CLOCK_OFFSET !== undefined && given.NODE_ENV?.toLowerCase() === 'production') {
    wrong.push('CLOCK_OFFSET: is for testing only and not allowed when NODE_ENV=production');
  }
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL']) {
    if (given[name] !== undefined && given.DATABASE_URL === undefined)
      wrong.push(`DATABASE_URL: is required when ${name} is set`);
  }
  for (const group of REQUIRED_TOGETHER) {
    for (const name of group) {
      if (given[name] === undefined && group.some((other) => given[other] !== undefined)) {
        wrong.push(`${name}: is required when ${group.filter((other) => other !== name).join(' or ')} is set`);
      }
    }
  }
  if (wrong.length > 0) throw new ConfigurationError(wrong.join('\n'));

  const host = env.HOST ?? (env.DATABASE_URL === undefined ? '127.0.0.1' : '0.0.0.0');
  const localUrl = `http://${inUrl(host)}:${env.PORT}`;
  return {
    /** For other processes of the service: what was read, files included, so that they read the same. */
    environment: given,
    /** Variables that are nearly one of the service's, each with that one. */
    misspelled: misspelled(Object.keys(set), KNOWN),
    production: env.NODE_ENV.toLowerCase() === 'production',
    port: env.PORT,
    host,
    dataDir: resolve(env.DATA_DIR),
    /** null: the embedded PostgreSQL. */
    databaseUrl: env.DATABASE_URL ?? null,
    /** The database without a pooler in between; null: it is that of `databaseUrl`. */
    directDatabaseUrl: env.DATABASE_DIRECT_URL ?? null,
    database: {
      poolSize: env.DATABASE_POOL_SIZE,
      /** Standbys that may answer listings and statistics. */
      ...(env.DATABASE_READ_URL !== undefined && { readUrl: env.DATABASE_READ_URL }),
      /** Absent: unless a pooler is noticed. */
      ...(env.DATABASE_PREPARED_STATEMENTS !== undefined && { preparedStatements: env.DATABASE_PREPARED_STATEMENTS }),
    },
    /** null: the queue is on PostgreSQL. */
    redisUrl: env.REDIS_URL ?? null,
    /** The service's base URL from this machine. */
    localUrl,
    publicUrl: env.PUBLIC_URL ?? localUrl,
    /** null: it is in a file in DATA_DIR (see `secretKeysOf`). */
    secretKey: env.SECRET_KEY ?? null,
    /** The key before it, while one takes the place of the other. */
    previousKey: env.SECRET_KEY_PREVIOUS ?? null,
    /** The block of Group numbers that a new database draws from. */
    cell: env.CELL,
    demo: env.DEMO,
    clockOffset: env.CLOCK_OFFSET,
    logLevel: env.LOG_LEVEL,
    rateLimit: env.RATE_LIMIT,
    loginRateLimit: env.LOGIN_RATE_LIMIT,
    /** How many of each a Group may have; 0 is off. */
    groupLimits: {
      locations: env.MAX_LOCATIONS,
      regions: env.MAX_REGIONS,
      users: env.MAX_USERS,
      tokens: env.MAX_TOKENS,
      webhookEndpoints: env.MAX_WEBHOOK_ENDPOINTS,
    },
    /** How many reverse proxies are in front and add the client to `X-Forwarded-For`. */
    trustedProxies: env.TRUST_PROXY,
    /** Origins that browsers may call from. */
    corsOrigins: env.CORS_ORIGINS,
    /** How many API processes share the port. */
    apiProcesses: env.API_PROCESSES,
    /** Where each process serves its metrics; without a port it serves none. */
    metrics: { host: env.METRICS_HOST, apiPort: env.API_METRICS_PORT ?? null, workerPort: env.WORKER_METRICS_PORT ?? null },
    /** The base URL of the OpenTelemetry collector that gets traces; null: none are made. */
    tracesUrl: env.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    /** The identity provider of Groups that use single sign-on; null: no single sign-on. */
    sso:
      env.SSO_ISSUER && env.SSO_CLIENT_ID && env.SSO_CLIENT_SECRET
        ? { issuer: env.SSO_ISSUER, clientID: env.SSO_CLIENT_ID, clientSecret: env.SSO_CLIENT_SECRET }
        : null,
    /** The bucket that keeps images; null: a folder in DATA_DIR. */
    s3:
      env.S3_ENDPOINT && env.S3_BUCKET && env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY
        ? {
            endpoint: env.S3_ENDPOINT,
            bucket: env.S3_BUCKET,
            region: env.S3_REGION,
            accessKeyID: env.S3_ACCESS_KEY_ID,
            secretAccessKey: env.S3_SECRET_ACCESS_KEY,
          }
        : null,
    /** How long changes are listed. */
    changesRetention: env.CHANGES_RETENTION,
    audit: { retention: env.AUDIT_RETENTION, log: env.AUDIT_LOG },
    connections: { urls: env.CONNECTION_URLS, staysInterval: env.STAYS_INTERVAL, mailInterval: env.MAIL_INTERVAL },
    messages: {
      smtpUrl: env.SMTP_URL ?? null,
      from: env.MAIL_FROM,
      smsUrl: env.SMS_URL ?? null,
      /** The development mailbox. */
      folder: env.MAIL_FOLDER === undefined ? null : resolve(env.MAIL_FOLDER),
      schedule: env.MESSAGE_RETRY_SCHEDULE,
      /** How long the first message about a find waits for other finds of its owner; 0: it is sent at once. */
      findsTogether: env.FINDS_TOGETHER,
    },
    webhooks: {
      allowPrivateAddresses: env.WEBHOOK_ALLOW_PRIVATE_ADDRESSES,
      retrySchedule: env.WEBHOOK_RETRY_SCHEDULE,
      timeout: env.WEBHOOK_TIMEOUT,
      retention: env.WEBHOOK_RETENTION,
    },
  };
}

/** A host as it is written in a URL; where all addresses are listened at, that of this machine. */
function inUrl(host: string): string {
  const here = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return isIP(here, 6) ? `[${here}]` : here;
}

/** No setting begins or ends with a space; files of settings and what is pasted often do. */
function trimmed(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const known = KNOWN.filter((name) => environment[name] !== undefined);
  return { ...environment, ...Object.fromEntries(known.map((name) => [name, environment[name]!.trim()])) };
}

/** Lines about values in quotes: where no shell reads a file of settings, nobody takes them away. */
function quoted(given: Record<string, string | undefined>): string[] {
  const isQuoted = (name: string) => /^(["']).*\1$/s.test(given[name] ?? '');
  return KNOWN.filter(isQuoted).map((name) => `${name}: is in quotes, which would be part of the value; leave them out`);
}

import { str } from 'envalid';
import { SECRET_VARIABLES } from './secret-files.js';
import * as valid from './validators.js';

const logLevel = valid.choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const);

/** Every variable with its default; decisions.md, section 8, and docs/operations.md describe them. */
export const VARIABLES = {
  NODE_ENV: str({ default: 'development' }),
  PORT: valid.tcpPort({ default: 3000 }),
  HOST: valid.listenedAt({ default: undefined }),
  DATA_DIR: valid.folder({ default: '.data' }),
  DATABASE_URL: valid.databaseAddress({ default: undefined }),
  DATABASE_DIRECT_URL: valid.databaseAddress({ default: undefined }),
  DATABASE_READ_URL: valid.databaseAddress({ default: undefined }),
  DATABASE_POOL_SIZE: valid.poolSize({ default: 20 }),
  DATABASE_PREPARED_STATEMENTS: valid.flag({ default: undefined }),
  REDIS_URL: valid.redisAddresses({ default: undefined }),
  PUBLIC_URL: valid.publicAddress({ default: undefined }),
  SECRET_KEY: valid.key32({ default: undefined }),
  SECRET_KEY_PREVIOUS: valid.key32({ default: undefined }),
  CELL: valid.cellNumber({ default: 0 }),
  DEMO: valid.flag({ default: true }),
  CLOCK_OFFSET: valid.offset({ default: 0 }),
  LOG_LEVEL: logLevel({ default: 'info' }),
  RATE_LIMIT: valid.count({ default: 6_000 }),
  LOGIN_RATE_LIMIT: valid.count({ default: 10 }),
  MAX_LOCATIONS: valid.count({ default: 10_000 }),
  MAX_REGIONS: valid.count({ default: 1_000 }),
  MAX_USERS: valid.count({ default: 10_000 }),
  MAX_TOKENS: valid.count({ default: 100 }),
  MAX_WEBHOOK_ENDPOINTS: valid.count({ default: 20 }),
  TRUST_PROXY: valid.count({ default: 0 }),
  CORS_ORIGINS: valid.origins({ default: [] }),
  API_PROCESSES: valid.processes({ default: 1 }),
  API_METRICS_PORT: valid.tcpPort({ default: undefined }),
  WORKER_METRICS_PORT: valid.tcpPort({ default: undefined }),
  METRICS_HOST: valid.listenedAt({ default: '127.0.0.1' }),
  OTEL_EXPORTER_OTLP_ENDPOINT: valid.webAddress({ default: undefined }),
  SSO_ISSUER: valid.webIdentifier({ default: undefined }),
  SSO_CLIENT_ID: str({ default: undefined }),
  SSO_CLIENT_SECRET: str({ default: undefined }),
  S3_ENDPOINT: valid.webAddress({ default: undefined }),
  S3_BUCKET: valid.bucketName({ default: undefined }),
  S3_REGION: str({ default: 'us-east-1' }),
  S3_ACCESS_KEY_ID: str({ default: undefined }),
  S3_SECRET_ACCESS_KEY: str({ default: undefined }),
  SMTP_URL: valid.mailServer({ default: undefined }),
  MAIL_FROM: valid.sender({ default: 'Lost and Found <lost-and-found@localhost>' }),
  MAIL_FOLDER: valid.folder({ default: undefined }),
  SMS_URL: valid.smsGateway({ default: undefined }),
  FINDS_TOGETHER: valid.wait({ default: 10 * 60 * 1000 }),
  MESSAGE_RETRY_SCHEDULE: valid.durations({ default: valid.schedule('1m,5m,30m,2h,5h,10h,24h') }),
  WEBHOOK_ALLOW_PRIVATE_ADDRESSES: valid.flag({ default: false }),
  WEBHOOK_RETRY_SCHEDULE: valid.durations({ default: valid.schedule('5s,5m,30m,2h,5h,10h,14h,20h,24h') }),
  WEBHOOK_TIMEOUT: valid.duration({ default: 15_000 }),
  WEBHOOK_RETENTION: valid.duration({ default: 90 * 24 * 60 * 60 * 1000 }),
  CHANGES_RETENTION: valid.duration({ default: 400 * 24 * 60 * 60 * 1000 }),
  AUDIT_RETENTION: valid.duration({ default: 1_100 * 24 * 60 * 60 * 1000 }),
  AUDIT_LOG: valid.flag({ default: false }),
  CONNECTION_URLS: valid.connectionUrls({ default: {} }),
  STAYS_INTERVAL: valid.duration({ default: 15 * 60 * 1000 }),
  MAIL_INTERVAL: valid.duration({ default: 60 * 1000 }),
};

/** Variables that must be set together. */
export const REQUIRED_TOGETHER = [
  ['SSO_ISSUER', 'SSO_CLIENT_ID', 'SSO_CLIENT_SECRET'],
  ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
];

/** Every name that the service reads. */
export const KNOWN = [...Object.keys(VARIABLES), ...SECRET_VARIABLES.map((name) => `${name}_FILE`)];

export { EmbeddedPostgresError } from './binaries.js';
export { EmbeddedPostgres, type EmbeddedPostgresOptions } from './embedded-postgres.js';

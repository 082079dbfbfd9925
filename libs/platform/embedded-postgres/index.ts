export { accountFor } from './account.js';
export { EmbeddedPostgresError } from './binaries.js';
export { EmbeddedPostgres } from './embedded-postgres.js';

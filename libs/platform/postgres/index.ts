export { addressOf, schemaParameter, unescaped } from './address.js';
export { type ClientClass, type ClientOptions, clientClass, isUnknownToPooler } from './client.js';
export { BULK, CALLS, type Limits } from './limits.js';
export { byEveryWay, openClient } from './open.js';
export { sharesSessions } from './shared-sessions.js';
export { isSqlError } from './sql-state.js';

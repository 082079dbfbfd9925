import type { ContextApi } from '#platform/http';

/** The path of a guest page contains the secret that opens it. */
export const guestsApi: ContextApi = { log: { secretsBehind: ['/g/'] } };

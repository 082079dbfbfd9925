import type { ContextApi } from '#platform/http';

/** The paths of these pages contain the secret that opens them. */
export const guestsApi: ContextApi = { log: { secretsBehind: ['/g/', '/account/'] } };

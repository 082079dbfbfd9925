import type { ContextApi } from '#platform/http';

/** In the path of a guest's page stands the secret that opens it. */
export const guestsApi: ContextApi = { log: { secretsBehind: ['/g/'] } };

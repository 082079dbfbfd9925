import type { ContextApi } from '#platform/http';

export const changesApi: ContextApi = { log: { harmlessQueries: ['subject'] } };

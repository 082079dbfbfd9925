import type { ContextApi } from '#platform/http';

export const changesApi: ContextApi = {
  tag: { name: 'Changes', description: 'What was committed, in order: for keeping a copy.', paths: ['changes'] },
  log: { harmlessQueries: ['subject'] },
};

import type { ContextApi } from '#platform/http';

export const changesApi: ContextApi = {
  tag: { name: 'Changes', description: 'What was committed, in order: for keeping a copy.', paths: ['changes'] },
  problems: {
    cursor_too_old: {
      status: 410,
      title: 'What comes behind this cursor is not kept any more',
      remedy:
        'Of changes, take a cursor with `after=now`, read the lists again, and go on from it; of the audit, begin without `after`.',
    },
  },
  log: { harmlessQueries: ['subject'] },
};

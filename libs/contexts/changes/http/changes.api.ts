import type { ContextApi } from '#platform/http';

export const changesApi: ContextApi = {
  tag: { name: 'Changes', description: 'What was committed, in order: for keeping a copy.', paths: ['changes'] },
  problems: {
    cursor_too_old: {
      status: 410,
      title: 'Changes behind this cursor are not kept any more',
      remedy: 'Take a cursor with `after=now`, read the lists again, and go on from that cursor.',
    },
  },
  log: { harmlessQueries: ['subject'] },
};

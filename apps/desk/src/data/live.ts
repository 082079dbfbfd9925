import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useRef } from 'preact/hooks';
import { listChanges } from '#client';
import { ask, Problem } from '../session/problem.js';
import { client } from '../session/session.js';

/** How often is asked what changed while somebody looks, in ms. */
const EVERY = 5_000;
/** Lists that are read again at each third look: no change tells that somebody has replied, or a message has gone. */
const [UNTOLD, NTH] = [['tasks', 'timeline'], 3];
const SHOWN = ['tasks', 'items', 'requests', 'item', 'request', 'timeline'];

/** Reads what is shown again when something changed. */
export function useLive(): void {
  const queries = useQueryClient();
  const next = useRef('now');
  const looks = useRef(0);
  useQuery({
    queryKey: ['changes'],
    refetchInterval: EVERY,
    async queryFn() {
      const answer = await ask(listChanges({ client, query: { after: next.current, limit: 100 } })).catch((error: unknown) => {
        // The changes since then are gone: everything is read again.
        if (!(error instanceof Problem) || error.status !== 410) throw error;
        return { changes: [{}], next: 'now' };
      });
      next.current = answer.next;
      looks.current += 1;
      const news = answer.changes.length > 0 ? SHOWN : looks.current % NTH === 0 ? UNTOLD : [];
      for (const list of news) void queries.invalidateQueries({ queryKey: [list] });
      return null;
    },
  });
}

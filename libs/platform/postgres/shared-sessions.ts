import { BULK } from './limits.js';
import { openClient } from './open.js';

/** How often it is looked: another client of the pooler may have the session just then. */
const LOOKS = 5;

/**
 * Whether a pooler in between hands out one session of PostgreSQL to many clients (transaction mode), so that settings and locks of a
 * session are another's: two connections at once are of one server process, or one is of several.
 */
export async function sharesSessions(url: string): Promise<boolean> {
  const clients = await Promise.all([1, 2].map(() => openClient(url, { limits: BULK })));
  try {
    const seen = new Map<string, number>();
    for (let look = 0; look < LOOKS; look++) {
      for (const [at, client] of clients.entries()) {
        const { rows } = await client.query<{ id: string }>(
          `select pg_backend_pid() || ' ' || coalesce(inet_server_addr()::text, '') || ' ' || pg_postmaster_start_time() as id`,
        );
        if ((seen.get(rows[0]!.id) ?? at) !== at) return true;
        seen.set(rows[0]!.id, at);
      }
    }
    return seen.size > clients.length;
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

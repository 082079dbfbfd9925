// How long commands take beside something else, and what the longest of them waited for.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** The number of the longest waits that are shown. */
const SHOWN = 5;

/**
 * Calls each of the commands again and again, 20 ms after its answer, until the work ends.
 * @param commands by name, functions that return a promise
 * @param look what PostgreSQL does is looked at meanwhile; null: not
 * @returns seconds that the work took, and the times of each command in milliseconds, in order of length
 */
export async function beside(work, commands, look = null) {
  const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  let ended = false;
  const looking = look?.begin();
  const calling = Object.entries(commands).map(async ([name, command]) => {
    while (!ended) {
      const at = performance.now();
      await command();
      times[name].push({ name, at, ms: performance.now() - at });
      await pause(20);
    }
  });
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  ended = true;
  await Promise.all(calling);
  await look?.end(looking);
  const worst = Object.values(times).flat();
  for (const { name, at, ms } of worst.sort((a, b) => b.ms - a.ms).slice(0, SHOWN)) {
    console.log(
      `  ${Math.round(ms)} ms for ${name}, after ${((at - began) / 1000).toFixed(1)} s${look ? look.between(at, at + ms) : ''}`,
    );
  }
  for (const all of Object.values(times)) all.sort((a, b) => a.ms - b.ms);
  return { seconds, times: Object.fromEntries(Object.entries(times).map(([name, all]) => [name, all.map(({ ms }) => ms)])) };
}

/** The time that the share of the commands did not exceed, in milliseconds. */
export function within(times, share) {
  return Math.round(times[Math.floor((times.length - 1) * share)]);
}

/** Looks every 10 ms at what the connections to PostgreSQL do and wait for. It costs a part of a core itself. */
export class Look {
  samples = [];

  static async at(url) {
    const look = new Look();
    look.client = new pg.Client({ connectionString: url });
    await look.client.connect();
    return look;
  }

  begin() {
    this.samples = [];
    this.ended = false;
    return (async () => {
      while (!this.ended) {
        const asked = performance.now();
        const { rows } = await this.client.query(
          `select pid, datname, state, backend_type, wait_event_type, wait_event,
             left(regexp_replace(query, '\\s+', ' ', 'g'), 70) as query,
             case when wait_event_type = 'Lock' then pg_blocking_pids(pid)::text end as blocked_by
           from pg_stat_activity where state <> 'idle' and pid <> pg_backend_pid()
             or backend_type not in ('client backend', 'walwriter', 'checkpointer', 'background writer', 'autovacuum launcher',
               'logical replication launcher', 'io worker')`,
        );
        this.samples.push({ at: asked, took: performance.now() - asked, rows });
        await pause(10);
      }
    })();
  }

  async end(looking) {
    this.ended = true;
    await looking;
  }

  between(from, to) {
    const seen = new Map();
    const during = this.samples.filter(({ at, took }) => at + took >= from && at <= to);
    for (const { rows } of during) {
      for (const { pid, datname, state, wait_event, query, blocked_by, backend_type } of rows) {
        const who = `${datname} ${pid} ${backend_type === 'client backend' ? '' : backend_type}`;
        const what = `${who} ${state} ${wait_event ?? 'runs'}${blocked_by ? ` for ${blocked_by}` : ''}: ${query}`;
        seen.set(what, (seen.get(what) ?? 0) + 1);
      }
    }
    const slowest = Math.round(Math.max(0, ...during.map(({ took }) => took)));
    return [
      `; ${during.length} looks, the slowest ${slowest} ms`,
      ...[...seen].map(([what, n]) => `\n      ${n} × ${what}`),
    ].join('');
  }
}

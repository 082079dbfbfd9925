import { CALLS, openClient } from '#platform/postgres';

/** Remembers that a backup was made and checked just now, for the metric of the service and its alert. */
export async function rememberBackup(databaseUrl: string): Promise<Date> {
  const client = await openClient(databaseUrl, { limits: CALLS });
  try {
    const { rows } = await client.query<{ at: Date }>(
      `insert into last_backup (at) values (now()) on conflict (singleton) do update set at = excluded.at returning at`,
    );
    return new Date(rows[0]!.at);
  } finally {
    await client.end();
  }
}

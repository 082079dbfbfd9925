import type pg from 'pg';
import { type ClientClass, type ClientOptions, clientClass, isUnknownToPooler } from './client.js';

/** Connects by one way to the database after the other. @throws the last error when none works, or one that is final */
export async function byEveryWay<T>(
  { ways }: Pick<ClientClass, 'ways'>,
  connect: () => Promise<T>,
  isFinal: (error: unknown) => boolean = () => false,
): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await connect();
    } catch (error) {
      // Once more when a pooler refused the settings of sessions, which the next client leaves out.
      if (isFinal(error) || tried >= ways + (isUnknownToPooler(error) ? 1 : 0)) throw error;
    }
  }
}

/** A new connection of its own, by whichever way to the database works. @throws the last error when none does */
export async function openClient(url: string, options: ClientOptions): Promise<pg.Client> {
  const Client = clientClass(url, options);
  return byEveryWay(Client, async () => {
    const client = new Client();
    await client.connect();
    return client;
  });
}

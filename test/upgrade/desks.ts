import { setTimeout as pause } from 'node:timers/promises';
import { FIRST } from './records.js';

const DESKS = 6;

export const UMBRELLA = {
  item: 'Umbrella',
  location: 'Lobby',
  departuredDate: '2026-11-20 11:00:00',
  shipping: {},
  owner: { firstName: 'Anna', lastName: 'Schmidt', contactEmail: 'anna.schmidt@example.com' },
};

/** Calls a service as front desks do, and notes how long each call takes. */
export class Desks {
  /** Milliseconds of each call, by what it does. */
  readonly times: Record<string, number[]> = {};
  /** Answers besides 2xx, and calls without one. */
  readonly failures: string[] = [];
  private isOpen = true;
  private readonly working: Promise<unknown>;

  constructor(
    private readonly url: string,
    private readonly token: string,
    locationID: string,
    items: number,
  ) {
    this.working = Promise.all(Array.from({ length: DESKS }, () => this.work(locationID, items)));
  }

  get longest(): number {
    return Math.max(...Object.values(this.times).flat());
  }

  async close(): Promise<void> {
    this.isOpen = false;
    await this.working;
  }

  private async work(locationID: string, items: number): Promise<void> {
    while (this.isOpen) {
      const made = await this.timed('register', 'POST', '/items', { ...UMBRELLA, locationID });
      await this.timed('list', 'GET', '/items?limit=20');
      await this.timed('read', 'GET', `/items/${FIRST + Math.floor(Math.random() * items)}`);
      if (made) await this.timed('change', 'PUT', `/items/${made.ID}`, { internalNotes: 'Shelf B4' });
      await this.timed('Locations', 'GET', '/locations');
      await pause(100);
    }
  }

  private async timed(what: string, method: string, path: string, body?: object): Promise<{ ID: number } | null> {
    const began = performance.now();
    try {
      return await call(this.url, this.token, method, path, body);
    } catch (error) {
      this.failures.push(`${what}: ${(error as Error).message}`);
      return null;
    } finally {
      this.times[what] ??= [];
      this.times[what].push(performance.now() - began);
    }
  }
}

/** @throws the answer unless the call succeeds */
export async function call(url: string, token: string, method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}/api/v2${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return JSON.parse(text);
}

import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { FIRST } from './records.js';

const DESKS = 6;
const PHOTO = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#8a5a2b' } })
  .jpeg()
  .toBuffer();

export const HOTEL = {
  name: 'Harbour Hotel',
  address: { address: 'Kade', addressNumber: '1', city: 'Rotterdam', countryID: 'NL', zipCode: '3011 AB' },
  contactDetails: { contactPerson: 'Ann', contactEmail: 'ann@example.com', phoneNumber: '+31 10 123 4567' },
  pickupDetails: {},
};

export const UMBRELLA = {
  item: 'Umbrella',
  location: 'Lobby',
  departuredDate: '2026-11-20 11:00:00',
  shipping: {},
  owner: { firstName: 'Anna', lastName: 'Schmidt', contactEmail: 'anna.schmidt@example.com' },
};

/** Calls a service as front desks, their browsers and guests do, and notes how long each call takes. */
export class Desks {
  /** Milliseconds of each call, by what it does. */
  readonly times: Record<string, number[]> = {};
  /** Answers besides 2xx, and calls without one. */
  readonly failures: string[] = [];
  /** When calls had no answer at all, in milliseconds. */
  readonly unanswered: number[] = [];
  /** The items that were acknowledged. */
  readonly registered: number[] = [];
  private isOpen = true;
  private readonly working: Promise<unknown>;

  /**
   * @param url of the process that calls go to; another one from the next call on when it is set
   * @param items how many were copied; without any, those are read that were registered
   */
  constructor(
    public url: string,
    private readonly token: string,
    private readonly locationID: string,
    items = 0,
  ) {
    this.working = Promise.all(Array.from({ length: DESKS }, () => this.work(items)));
  }

  get longest(): number {
    return Math.max(...Object.values(this.times).flat());
  }

  async close(): Promise<void> {
    this.isOpen = false;
    await this.working;
  }

  /** Guests' pages in a language, a photo, the desk with what its page names, and a password to be judged. */
  async everything(languages: readonly string[]): Promise<void> {
    const { url, locationID } = this;
    for (const language of languages)
      for (const page of ['lost', 'found'])
        await this.timed('guest’s page', () => text(`${url}/${page}/${locationID}?lang=${language}`));
    const made = await this.register();
    if (made) await this.timed('photo', () => this.photo(made.ID));
    await this.timed('desk', () => desk(url));
    await this.timed('documentation', () => text(`${url}/docs`));
    const weak = { username: `ann-${Date.now()}`, userRole: 'property_admin', password: 'passwordpassword', locationID };
    await this.timed('password', () =>
      this.call('POST', '/users', weak).then(
        () => Promise.reject(new Error('A weak password was taken.')),
        (error: Error) => (error.message.includes('too_weak') ? null : Promise.reject(error)),
      ),
    );
  }

  private call(method: string, path: string, body?: object) {
    return call(this.url, this.token, method, path, body);
  }

  private async register(): Promise<{ ID: number } | null> {
    const made = await this.timed('register', () => this.call('POST', '/items', { ...UMBRELLA, locationID: this.locationID }));
    if (made) this.registered.push(made.ID);
    return made;
  }

  private async photo(id: number): Promise<void> {
    const body = new FormData();
    body.set('image', new Blob([new Uint8Array(PHOTO)], { type: 'image/jpeg' }), 'photo.jpg');
    const headers = { authorization: `Bearer ${this.token}` };
    const response = await fetch(`${this.url}/api/v2/items/${id}/upload-image`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  }

  private async work(items: number): Promise<void> {
    const { locationID } = this;
    while (this.isOpen) {
      const made = await this.register();
      await this.timed('list', () => this.call('GET', '/items?limit=20'));
      const read = items > 0 ? FIRST + Math.floor(Math.random() * items) : this.registered.at(-1);
      if (read !== undefined) await this.timed('read', () => this.call('GET', `/items/${read}`));
      if (made) await this.timed('change', () => this.call('PUT', `/items/${made.ID}`, { internalNotes: 'Shelf B4' }));
      await this.timed('Locations', () => this.call('GET', '/locations'));
      await this.timed('guest’s page', () => text(`${this.url}/lost/${locationID}?lang=en`));
      await pause(100);
    }
  }

  private async timed<Answer>(what: string, work: () => Promise<Answer>): Promise<Answer | null> {
    const began = performance.now();
    try {
      return await work();
    } catch (error) {
      if (error instanceof TypeError) this.unanswered.push(began);
      else this.failures.push(`${what}: ${(error as Error).message}`);
      return null;
    } finally {
      this.times[what] ??= [];
      this.times[what].push(performance.now() - began);
    }
  }
}

/** The front desk as a browser loads it, in releases that have one. */
async function desk(url: string): Promise<void> {
  const page = await fetch(`${url}/desk`);
  if (page.status === 404) return;
  const shell = await page.text();
  if (!page.ok) throw new Error(`${page.status} ${shell}`);
  for (const [, path] of shell.matchAll(/(?:src|href)="(\/desk\/[^"]+)"/g)) await text(url + path);
}

async function text(url: string): Promise<string> {
  const response = await fetch(url);
  const said = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${said.slice(0, 500)}`);
  return said;
}

/** @throws the answer unless the call succeeds */
export async function call(url: string, token: string, method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}/api/v2${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return JSON.parse(text);
}

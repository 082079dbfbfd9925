import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiTokens } from '#contexts/sign-in';
import { createUser } from '../support/records.js';
import { serveApi, startService, type TestService } from '../support/service.js';
import { startWorker } from '../support/worker.js';

const DAY = 24 * 60 * 60 * 1000;

let service: TestService;
beforeAll(async () => {
  service = await startService({ audit: { retention: 30 * DAY } });
});
afterAll(() => service?.stop());

const get = (query = '') => service.call('GET', `/audit${query}`);
const make = (name: string) => service.call('POST', '/tokens', { name, role: 'carrier' });
// biome-ignore lint/suspicious/noExplicitAny: a page of entries
const names = ({ body }: any) => body.entries.map(({ details }: any) => details.name);
const wrong = (field: string) => ({ status: 400, body: { errors: [{ field }] } });

describe('the audit', () => {
  it('is read on from any cursor, exactly once, whoever writes meanwhile', async () => {
    const all: string[] = [];
    let { next, hasMore } = (await get('?after=now')).body;
    const writing = Promise.all(
      Array.from({ length: 30 }, (_, index) => service.get(ApiTokens).create(service.groupID, 'carrier', `t${index}`)),
    );
    let isWritten = false;
    void writing.then(() => {
      isWritten = true;
    });
    for (let isLast = false; !isLast; ) {
      isLast = isWritten;
      const page = await get(`?after=${next}&limit=7`);
      all.push(...names(page));
      ({ next, hasMore } = page.body);
      if (hasMore) isLast = false;
    }
    expect(all.toSorted()).toEqual(Array.from({ length: 30 }, (_, index) => `t${index}`).toSorted());
    const { entries } = (await get('?limit=1000')).body;
    const at = entries.map((entry: { at: string }) => entry.at);
    expect(at).toEqual(at.toSorted());
    expect(names(await get(`?after=${entries.at(-3).cursor}`))).toEqual(names({ body: { entries: entries.slice(-2) } }));
  });

  it('refuses cursors of another Group, of other lists, and anything else', async () => {
    const other = await service.group('other');
    const theirs = (await other.call('GET', '/audit')).body.next;
    const changes = (await service.call('GET', '/changes?after=now')).body.next;
    for (const cursor of [theirs, changes, 'nonsense']) expect(await get(`?after=${cursor}`)).toMatchObject(wrong('after'));
  });

  it('is filtered by action, by time and by who did it or to whom', async () => {
    await make('Filtered');
    const [entry] = (await get('?action=token.created')).body.entries.slice(-1);
    const at = `${entry.at.replace(' ', 'T')}Z`;
    expect(names(await get(`?from=${at}&to=${at}`))).toContain('Filtered');
    const before = new Date(Date.parse(at) - 1).toISOString();
    expect(names(await get(`?action=token.created&to=${before}`))).not.toContain('Filtered');
    expect(await get(`?from=${at}&to=${before}`)).toMatchObject({ status: 400 });
    expect(await get('?action=nothing')).toMatchObject(wrong('action'));
    expect(await get('?userID=x')).toMatchObject(wrong('userID'));
    expect(await get('?limit=0')).toMatchObject(wrong('limit'));
    for (const userID of ['999', '3000000000', '9007199254740991']) {
      expect((await get(`?userID=${userID}`)).body).toMatchObject({ entries: [], hasMore: false });
    }
    const here = await service.location();
    const { ID } = await createUser(service.call, 'mila', 'property_admin', here);
    await service.signIn('mila');
    const of = (await get(`?userID=${ID}`)).body.entries.map(({ action }: { action: string }) => action);
    expect(of).toEqual(['user.created', 'sign-in']);
  });

  it('describes each action', async () => {
    const { body } = await service.call('GET', '/audit/actions');
    expect(body).toHaveLength(29);
    for (const one of body) expect(one).toEqual({ action: expect.any(String), description: expect.stringMatching(/\.$/) });
  });

  it('is of its Group alone', async () => {
    const third = await service.group('third');
    await make('Ours');
    expect(names(await third.call('GET', '/audit?action=token.created'))).toEqual([null]);
  });

  it('forgets what is too old: it is never listed, and cursors in front of it are 410', async () => {
    const { next: old } = (await get('?after=now')).body;
    await make('Old');
    const { next } = (await get('?after=now')).body;
    service.clock.forward(31);
    expect((await get()).body.entries).toEqual([]);
    expect(await get(`?after=${old}`)).toMatchObject({ status: 410, body: { code: 'cursor_too_old' } });
    await make('New');
    expect(names(await get(`?after=${next}`))).toEqual(['New']);
    expect(names(await get('?from=1970-01-01'))).toEqual(['New']);
    const worker = await startWorker(service.options);
    await worker.close();
    expect(names(await get(`?after=${next}`))).toEqual(['New']);
  });
});

describe('the log', () => {
  /** A process whose lines are read. */
  async function logging(audit: { log: boolean }) {
    const lines: string[] = [];
    const out = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) });
    const { app, url } = await serveApi({ ...service.options, audit }, pino({ level: 'info' }, out));
    const told = () => lines.map((line) => JSON.parse(line).audit).filter(Boolean);
    const login = (username: string, password: string) =>
      fetch(`${url}/api/v2/auth/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ username, password }),
      });
    return { app, told, lines, login };
  }

  it('has each entry with AUDIT_LOG, as the API lists it', async () => {
    const { app, told, login } = await logging({ log: true });
    await createUser(service.call, 'nora', 'property_admin', await service.location());
    const { next } = (await get('?after=now')).body;
    await login('nora', 'correct horse battery');
    await login('nora', 'wrong');
    await app.close();
    expect(told().map(({ action, outcome }) => [action, outcome])).toEqual([
      ['sign-in', 'done'],
      ['sign-in', 'refused'],
    ]);
    expect((await get(`?after=${next}`)).body.entries).toEqual(told());
  });

  it('has a sign-in with an unknown name always, without the name; of several Groups no audit has it', async () => {
    const { app, told, lines, login } = await logging({ log: false });
    const { next } = (await get('?after=now')).body;
    await login('nobody-here', 'wrong');
    await app.close();
    const details = { way: 'password', reason: 'unknown' };
    expect(told()).toMatchObject([
      { cursor: null, action: 'sign-in', outcome: 'refused', user: null, address: '127.0.0.1', details },
    ]);
    expect(lines.join('')).not.toContain('nobody-here');
    expect((await get(`?after=${next}`)).body.entries).toEqual([]);
  });
});

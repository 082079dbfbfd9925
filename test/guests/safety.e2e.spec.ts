import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { CommandBus } from '@nestjs/cqrs';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EraseItem } from '#contexts/items';
import { AFTERWARDS } from '#contexts/links';
import { EraseRequest } from '#contexts/requests';
import { CallLimits } from '#platform/limits';
import { type GuestService, startGuestService } from './guests.js';

describe('guest pages', () => {
  let service: GuestService;
  let log = '';
  beforeAll(async () => {
    const lines = new Writable({
      write(chunk, _encoding, done) {
        log += chunk;
        done();
      },
    });
    service = await startGuestService({ limits: new CallLimits(100_000, 0) }, pino({ level: 'info' }, lines));
  });
  afterAll(() => service?.stop());

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(service.url + path, { redirect: 'manual', headers: { connection: 'close', ...headers } });
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(service.url + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual', headers });
  const tokenIn = async (path: string) => /name="token" value="([^"]+)"/.exec(await (await get(path)).text())![1]!;

  it('stay out of caches, search engines, frames and other sites’ logs, and run nothing', async () => {
    const { ID } = await service.suitcase();
    const { status, headers } = await get(service.pathTo('item', ID));
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(await (await get('/robots.txt')).text()).toContain('Disallow: /');
  });

  it('take what staff and guests wrote as text', async () => {
    const { ID } = await service.suitcase({ item: '<script>alert(1)</script>', location: '"><img src=x onerror=alert(1)>' });
    const html = await (await get(service.pathTo('item', ID))).text();
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).not.toMatch(/<script|<img src=x/);
  });

  it('show no picture of documents and of what is to be handled discreetly', async () => {
    const picture = async (handling: string) => {
      const { ID } = await service.suitcase({ handling });
      const shown = (await get(service.pathTo('item', ID))).text();
      const mailed = (await service.sql('select image_url from item_contacts where id = $1', [ID]))[0].image_url;
      return [(await shown).includes('suitcase.jpg'), mailed !== null];
    };
    for (const handling of ['normal', 'valuable', 'perishable'])
      expect([handling, await picture(handling)]).toEqual([handling, [true, true]]);
    for (const handling of ['document', 'discreet'])
      expect([handling, await picture(handling)]).toEqual([handling, [false, false]]);
  });

  it('say kindly, and in HTML, that a link is none, is over, or leads to what is deleted', async () => {
    const { ID } = await service.suitcase();
    const path = service.pathTo('item', ID);
    const expired = service.pathTo('item', ID, { endsAt: new Date(service.clock.now().getTime() - AFTERWARDS - 1000) });
    for (const wrong of ['/g/none', '/g/none/send', expired, '/g', '/g/a/b/c', '/lost/demo:999', '/lost/x', '/found/none:1']) {
      const answer = await get(wrong, { 'accept-language': 'fr-CH, en;q=0.5' });
      expect([wrong, answer.status]).toEqual([wrong, 404]);
      expect(answer.headers.get('content-type'), wrong).toBe('text/html; charset=utf-8');
      expect(await answer.text(), wrong).toContain('<html lang="fr" dir="ltr">');
    }
    expect((await service.call('DELETE', `/items/${ID}`)).status).toBe(204);
    expect((await get(path)).status).toBe(410);
    expect((await get(service.pathTo('request', 999))).status).toBe(410);
  });

  it('close to whoever got the link through an address that was mistaken', async () => {
    const { ID } = await service.suitcase({ owner: { lastName: 'Schmidt', contactEmail: 'somebody.else@example.com' } });
    const mistaken = service.pathTo('item', ID, { contact: 'somebody.else@example.com' });
    expect((await get(mistaken)).status).toBe(200);
    await service.call('PUT', `/items/${ID}`, { owner: { firstName: 'Clara', contactEmail: 'clara@example.com' } });
    for (const path of [mistaken, `${mistaken}/send`]) {
      const answer = await get(path);
      expect(answer.status, path).toBe(410);
      expect(await answer.text(), path).not.toContain('Clara');
    }
    expect((await get(service.pathTo('item', ID, { contact: 'clara@example.com' }))).status).toBe(200);
  });

  it('change nothing when they are only looked at, or when another site sends their form', async () => {
    const { ID } = await service.suitcase();
    const path = service.pathTo('item', ID);
    for (const step of ['collect', 'send', 'leave', 'not-mine']) expect((await get(`${path}/${step}`)).status, step).toBe(200);
    expect((await post(`${path}/leave`, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await service.call('GET', `/items/${ID}`)).body.status).toBe('waiting-response');
    expect((await post(`${path}/collect`, {})).status).toBe(303);
    expect((await post(`${path}/leave`, {})).status).toBe(303);
    expect((await service.call('GET', `/items/${ID}`)).body.status).toBe('pickup-by-guest');
  });

  it('show what people wrote without schemes, and take no name with a web address', async () => {
    const text = 'You won https://evil.example/win';
    const { ID } = await service.suitcase({ item: text, brand: text, location: text });
    const path = service.pathTo('item', ID);
    for (const at of [path, `${path}/leave`, service.pathTo('finds', ID)]) {
      const html = await (await get(at)).text();
      expect(html, at).toContain('You won evil.example/win');
      expect(html, at).not.toContain('//evil.example');
    }
    const form = `/lost/${service.locationID}`;
    const token = await tokenIn(form);
    const report = (name: string) => post(form, { request: text, name, email: 'ann@example.com', token });
    for (const name of ['Claim https://evil.example', 'www.evil.example', 'ｈｔｔｐ：／／evil'])
      expect((await report(name)).status).toBe(422);
    const made = await report('J.de Vries');
    expect(made.status).toBe(303);
    const html = await (await get(made.headers.get('location')!)).text();
    expect(html).toContain('You won evil.example/win');
    expect(html).not.toContain('//evil.example');
  });

  it('have addresses of the service alone in files, whatever the caller says the host is', async () => {
    const { ID } = await service.suitcase();
    const path = service.pathTo('item', ID);
    await post(`${path}/collect`, {});
    const port = Number(new URL(service.url).port);
    for (const host of ['evil.example', '[', 'a b', '%zz', 'a:99999999']) {
      const answer = await new Promise<string>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.write(`GET ${path}/calendar HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
        });
        let all = '';
        socket
          .on('data', (bytes) => (all += bytes))
          .on('end', () => resolve(all))
          .on('error', reject);
      });
      expect(answer.replaceAll('\r\n ', ''), host).toMatch(/^HTTP\/1.1 200.*UID:item-.*URL:\S*\/g\//s);
      expect(answer, host).not.toContain(`@${host}`);
      expect(answer, host).not.toContain(`//${host}`);
    }
  });

  it('are not linked to once the record is anonymized', async () => {
    const { ID } = await service.suitcase();
    await service.get(CommandBus).execute(new EraseItem(service.groupID, ID));
    const { status, body } = await service.call('POST', `/items/${ID}/guest-link`);
    expect([status, body.code]).toEqual([409, 'transition_not_allowed']);
    const made = await service.call('POST', `/locations/${service.locationID}/requests`, {
      request: 'Hat',
      owner: { name: 'Ann' },
    });
    await service.get(CommandBus).execute(new EraseRequest(service.groupID, made.body.ID));
    const link = await service.call('POST', `/requests/${made.body.ID}/guest-link`);
    expect([link.status, link.body.code]).toEqual([409, 'transition_not_allowed']);
  });

  it('take no answer once the storage time is over', async () => {
    const { ID } = await service.suitcase({ customStorageDays: 1 });
    service.clock.forward(2);
    const path = service.pathTo('item', ID);
    expect((await post(`${path}/collect`, {})).status).toBe(303);
    expect((await service.call('GET', `/items/${ID}`)).body.status).toBe('waiting-response');
    expect(await (await get(path)).text()).toContain('The storage time is over');
  });

  it('take a report only from their own form, of this Location and of this day', async () => {
    const path = `/lost/${service.locationID}`;
    const report = { request: 'Scarf', name: 'Ann', email: 'ann@example.com' };
    const token = await tokenIn(path);
    const other = await service.location();
    for (const wrong of ['', 'x'.repeat(80), await tokenIn(`/lost/${other}`), await tokenIn(`/found/${service.locationID}`)]) {
      expect((await post(path, { ...report, token: wrong })).status, wrong).toBe(422);
    }
    const made = await post(path, { ...report, token });
    expect(made.status).toBe(303);
    expect(made.headers.get('location')).toMatch(/^\/g\/[\w-]+\?made$/);
    service.clock.forward(1);
    expect((await post(path, { ...report, token })).status).toBe(422);
  });

  it('make one report of a form that is sent twice, and two of one that was changed', async () => {
    const locationID = await service.location();
    const path = `/lost/${locationID}`;
    const report = { request: 'Scarf', name: 'Ann', email: 'ann@example.com', token: await tokenIn(path) };
    const taps = await Promise.all([post(path, report), post(path, report), post(path, report)]);
    expect(new Set(taps.map(({ headers }) => headers.get('location'))).size).toBe(1);
    expect((await service.call('GET', `/locations/${locationID}/requests`)).body.requests).toHaveLength(1);
    await post(path, { ...report, request: 'Blue scarf' });
    expect((await service.call('GET', `/locations/${locationID}/requests`)).body.requests).toHaveLength(2);
  });

  it('show nobody who holds a link where the owner lives', async () => {
    const address = { address: 'Geheimweg 5', city: 'Hamburg', countryID: 'DE', zipCode: '20095' };
    const { ID } = await service.suitcase({ owner: { lastName: 'Schmidt', contactEmail: 'anna@example.com', address } });
    const path = service.pathTo('item', ID);
    const shown = await (await get(`${path}/send`)).text();
    // A country without postal codes: the old one doesn't stay.
    const moved = { recipient: 'Anna Schmidt', address: 'Geheimweg 6', city: 'Dubai', countryID: 'AE' };
    expect((await post(`${path}/send`, moved)).status).toBe(303);
    expect((await service.call('GET', `/items/${ID}`)).body.owner.address).toMatchObject({
      address: 'Geheimweg 6',
      zipCode: null,
    });
    expect(shown + (await (await get(path)).text())).not.toMatch(/Geheimweg|20095|anna@/);
  });

  it('refuse what is too large or no form, as pages', async () => {
    const path = `/lost/${service.locationID}`;
    const large = await post(path, { request: 'x'.repeat(100_000) });
    expect([large.status, large.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8']);
    const json = await fetch(service.url + path, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } });
    expect([json.status, json.headers.get('content-type')]).toEqual([415, 'text/html; charset=utf-8']);
  });

  it('tell nobody who guesses whether a name, a number or a date was right, and stop the guessing', async () => {
    const owner = { firstName: 'Eve', lastName: 'Okafor', reservationNumber: 'R-1' };
    await service.suitcase({ owner });
    await service.suitcase({ owner: { lastName: 'Smith', contactEmail: 'smith@example.com', reservationNumber: 'S-1' } });
    const path = `/found/${service.locationID}`;
    const token = await tokenIn(path);
    const guesses: Record<string, string>[] = [
      { surname: 'Okafor', reservationNumber: 'R-2' },
      { surname: 'Nobody', reservationNumber: 'R-1' },
      { surname: 'Okafor', departuredDate: '2026-11-17' },
      { surname: 'Okafor', reservationNumber: 'R-1', departuredDate: '2026-11-17' },
      { surname: 'Okafor', departuredDate: '2026-11-18' },
      { surname: 'Smith', departuredDate: '2026-11-18', reservationNumber: 'S-1' },
      { surname: '%', reservationNumber: '%' },
    ];
    const plain = (html: string) => html.replace(/value="[^"]*"/g, '');
    const answers = new Set<string>();
    for (const guess of guesses) {
      const start = performance.now();
      const answer = await post(path, { ...guess, token });
      expect(performance.now() - start, JSON.stringify(guess)).toBeGreaterThan(590);
      answers.add(`${answer.status} ${plain(await answer.text())}`);
    }
    expect(answers.size).toBe(1);
    const known = { surname: 'okafor', departuredDate: '2026-11-18', reservationNumber: 'r-1' };
    expect((await post(path, { ...known, token })).status).toBe(303);
    const more = await Promise.all(Array.from({ length: 20 }, () => post(path, { ...guesses[0], token })));
    const limited = more.filter(({ status }) => status === 429);
    expect(limited).toHaveLength(8);
    expect(Number(limited[0]!.headers.get('retry-after'))).toBeGreaterThan(60);
    expect(await limited[0]!.text()).toContain('Please wait a little');
  });

  it('are closed at a deactivated Location, while links already given still open', async () => {
    const locationID = await service.location();
    const { ID } = await service.suitcase({ locationID });
    await service.call('PUT', `/locations/${locationID}/deactivate`);
    expect((await get(`/lost/${locationID}`)).status).toBe(404);
    expect((await get(`/found/${locationID}`)).status).toBe(404);
    expect((await get(service.pathTo('item', ID))).status).toBe(200);
  });

  it('are in the owner’s language, else the browser’s, else the Location’s, and in the one chosen', async () => {
    const language = async (path: string, headers = {}) => /lang="(\w+)"/.exec(await (await get(path, headers)).text())?.[1];
    const path = service.pathTo('item', (await service.suitcase({ languageCode: 'es' })).ID);
    expect(await language(path, { 'accept-language': 'fr' })).toBe('es');
    expect(await language(`${path}?lang=nl`)).toBe('nl');
    const byDefault = service.pathTo('item', (await service.suitcase()).ID);
    expect(await language(byDefault)).toBe('en');
    expect(await language(byDefault, { 'accept-language': 'tlh, fr;q=0.8' })).toBe('fr');
    expect(await language(`${byDefault}?lang=nl`, { 'accept-language': 'fr' })).toBe('nl');
    const finds = service.pathTo('finds', (await service.suitcase()).ID);
    expect(await language(finds, { 'accept-language': 'ja' })).toBe('ja');
    expect(await language(`/lost/${service.locationID}`, { 'accept-language': 'tlh, fr;q=0.8' })).toBe('fr');
    expect(await language(`/lost/${service.locationID}`, { 'accept-language': 'zh-CN, en;q=0.5' })).toBe('zh');
    expect(await language(service.pathTo('item', (await service.suitcase({ languageCode: 'pt-BR' })).ID))).toBe('pt');
    expect(await language(`/lost/${service.locationID}?lang=xx&more=1`)).toBe('en');
    expect(await language(`/lost/${service.locationID}`, { 'accept-language': 'zh-TW,en;q=0.8' })).toBe('en');
    expect(await language(`/lost/${service.locationID}`, { 'accept-language': 'zh-TW,zh;q=0.9,en;q=0.8' })).toBe('en');
    expect(await language(`/lost/${service.locationID}`, { 'accept-language': 'zh-TW,ja;q=0.9,en;q=0.8' })).toBe('ja');
    const owner = { name: 'Ann', email: 'ann@example.com' };
    const made = await service.call('POST', `/locations/${service.locationID}/requests`, { request: 'Scarf', owner });
    const request = service.pathTo('request', made.body.ID, { contact: 'ann@example.com' });
    expect([await language(request), await language(request, { 'accept-language': 'ja' })]).toEqual(['en', 'ja']);
  });

  it('make a Request in the Location’s Language that the page is in, with its region', async () => {
    const path = `/lost/${service.locationID}`;
    const report = { request: 'Chapéu de palha', name: 'Inês Souza', email: 'ines@example.com', token: await tokenIn(path) };
    expect((await post(`${path}?lang=pt`, report)).status).toBe(303);
    const { requests } = (await service.call('GET', `/requests?q=${encodeURIComponent('palha')}`)).body;
    expect((await service.call('GET', `/languages/${requests[0].languageID}`)).body.code).toBe('pt-BR');
  });

  it('leave no token in the log, and stay out of the API’s document', async () => {
    const path = service.pathTo('item', (await service.suitcase()).ID);
    await get(`${path}/send?lang=de`);
    await expect.poll(() => log, { timeout: 50_000 }).toContain('/g/…/send');
    expect(log).not.toContain(path);
  });
});

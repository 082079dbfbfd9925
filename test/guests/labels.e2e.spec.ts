import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallLimits } from '#platform/limits';
import { type GuestService, LANGUAGES, startGuestService } from './guests.js';

let service: GuestService;
beforeAll(async () => {
  service = await startGuestService({ limits: new CallLimits(100_000, 0) });
});
afterAll(() => service?.stop());

async function label(path: string, language = 'en') {
  const response = await fetch(`${service.url}/i/${path}`, { headers: { 'accept-language': language } });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

describe('the page behind a label', () => {
  it('tells everybody who keeps the thing and how to reach them, and leads staff to the desk', async () => {
    const { ID } = await service.suitcase();
    const { status, headers, html } = await label(`${service.locationID}/${ID}`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/html');
    expect([headers.get('x-robots-tag'), headers.get('cache-control')]).toEqual(['noindex, nofollow', 'no-store']);
    for (const known of ['Grand Hotel am Hafen', 'tel:+31207654321', 'mailto:lost@example.com', 'hotel.example.com/hafen']) {
      expect(html).toContain(known);
    }
    expect(html).toContain(`href="/desk/items/${ID}"`);
  });

  it('is the same for every number, existing or not', async () => {
    const { ID } = await service.suitcase();
    const deleted = await service.suitcase();
    await service.call('DELETE', `/items/${deleted.ID}`);
    const pages = await Promise.all(
      [ID, deleted.ID, 999_999].map(async (number) => {
        const { status, html } = await label(`${service.locationID}/${number}`);
        return { status, html: html.replaceAll(`/${number}`, '/N') };
      }),
    );
    expect(pages[1]).toEqual(pages[0]);
    expect(pages[2]).toEqual(pages[0]);
    expect(pages[0]!.html).not.toContain('suitcase');
  });

  it('is written in the language of the browser', async () => {
    const titles = await Promise.all(
      LANGUAGES.map(async (language) => {
        const { html } = await label(`${service.locationID}/7`, `${language},en;q=0.5`);
        expect(html).toContain(`<html lang="${language}"`);
        return /<h1>([^<]+)<\/h1>/.exec(html)![1];
      }),
    );
    expect(new Set(titles).size).toBe(LANGUAGES.length);
  });

  it('is not there for an unknown Location, and for what is no number', async () => {
    for (const path of ['demo:999/7', 'nobody:1/7', 'nothing/7', `${service.locationID}/x`, service.locationID]) {
      const { status, headers } = await label(path);
      expect([path, status, headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8']);
    }
  });

  it('is limited as the other pages are', async () => {
    // So that a header says which address a guest comes from.
    service.app.getHttpAdapter().getInstance().set('trust proxy', 1);
    const from = { headers: { 'x-forwarded-for': '203.0.113.7' } };
    const path = (n: number) => `${service.url}/i/${service.locationID}/${n}`;
    const answers = await Promise.all(Array.from({ length: 301 }, (_, n) => fetch(path(n + 1), from)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(300);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});

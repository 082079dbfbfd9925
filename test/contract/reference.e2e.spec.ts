import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDemo } from '../support/demo.js';

let service: Awaited<ReturnType<typeof startDemo>>;
let document: { paths: Record<string, Record<string, { operationId: string }>>; webhooks: object };
beforeAll(async () => {
  service = await startDemo();
  document = (await (await fetch(`${service.url}/openapi.json`)).json()) as typeof document;
});
afterAll(() => service?.stop());

const get = async (path: string) => {
  const response = await fetch(`${service.url}${path}`);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

const operationIds = () => Object.values(document.paths).flatMap((path) => Object.values(path).map((one) => one.operationId));

describe('the reference at /docs', () => {
  it('lists every operation once, items first, without a script', async () => {
    const { text } = await get('/docs');
    const listed = [...text.matchAll(/href="\/docs\/operations\/(\w+)"/g)].map(([, id]) => id);
    expect([...listed].sort()).toEqual(operationIds().sort());
    expect(listed[0]).toBe('registerItem');
    expect(text).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
  });

  it('has a page for each operation: what it takes, what it answers and how it fails', async () => {
    for (const id of operationIds()) expect([id, (await get(`/docs/operations/${id}`)).status]).toEqual([id, 200]);
    const { text, headers } = await get('/docs/operations/registerItem');
    for (const part of ['<code>owner.address.city</code>', '<code>Idempotency-Key</code>', 'external_id_taken', '<b>201</b>'])
      expect(text).toContain(part);
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
  });

  it('has a page for each webhook, with what is sent and how it is signed', async () => {
    const { text } = await get('/docs');
    const listed = [...text.matchAll(/href="\/docs\/webhooks\/([\w.-]+)"/g)].map(([, name]) => name!);
    expect(listed).toEqual(Object.keys(document.webhooks));
    for (const name of listed) {
      const page = await get(`/docs/webhooks/${name}`);
      expect([name, page.status]).toEqual([name, 200]);
      for (const part of ['<code>webhook-signature</code>', `&quot;type&quot;: &quot;${name}&quot;`, '<b>410</b>'])
        expect(page.text).toContain(part);
      expect(page.text).not.toContain('Try it');
    }
  });

  it.each([
    '/docs/operations/nothing',
    '/docs/webhooks/nothing',
    '/docs/guides/nothing',
    '/docs/nothing',
    '/openapi.json/nothing',
  ])('%s is 404, as a problem', async (path) => {
    const { status, headers } = await get(path);
    expect([status, headers.get('content-type')]).toEqual([404, expect.stringContaining('application/problem+json')]);
  });

  it('has the guides as pages that lead to each other', async () => {
    const guides = [...(await get('/docs')).text.matchAll(/href="(\/docs\/guides\/[a-z-]+)"/g)].map(([, path]) => path!);
    expect(guides).toContain('/docs/guides/start');
    for (const guide of guides) {
      const { status, text, headers } = await get(guide);
      expect([guide, status, headers.get('content-security-policy')]).toEqual([
        guide,
        200,
        expect.not.stringContaining('unsafe'),
      ]);
      for (const [, link] of text.matchAll(/href="(\/[^"#]*)/g))
        expect([guide, link, (await get(link!)).status]).toEqual([guide, link, 200]);
      expect(text).not.toMatch(/href="[^"]*\.md/);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { createUser } from '../support/records.js';
import { eventually, lastTo, linkIn, locationID, mail, newOwner, page, service, telling } from './telling.js';

telling();

const EVIL = 'You won! Visit https://evil.example/win now';

/** Reports something lost with the public form. */
async function report(fields: Record<string, string>): Promise<number> {
  const form = `https://lost.example/lost/${locationID}`;
  const token = /name="token" value="([^"]+)"/.exec((await page(form)).html)![1]!;
  return (await page(form, 'POST', new URLSearchParams({ request: EVIL, token, ...fields }))).status;
}

const received = (to: string, count: number) => eventually(() => expect(mail.to(to)).toHaveLength(count));
const all = (to: string) =>
  mail
    .to(to)
    .map(({ subject, text, html }) => `${subject}\n${text}\n${html}`)
    .join('\n');

describe('an address that a stranger gave', () => {
  it('gets the link to the report, and none of the stranger’s words', async () => {
    const guest = newOwner();
    expect(await report({ name: 'Claim evil.example', email: guest })).toBe(303);
    await received(guest, 1);
    expect(linkIn(lastTo(guest).text)).toMatch(/^https:\/\/lost\.example/);
    expect(all(guest)).not.toMatch(/evil|You won/);
    const [made] = (await service.call('GET', `/locations/${locationID}/requests`)).body.requests;
    await service.call('PUT', `/requests/${made.ID}/question`, { question: 'Which color?' });
    await received(guest, 2);
    await service.call('PUT', `/requests/${made.ID}/answer`, { answer: 'Red' });
    await service.call('PUT', `/requests/${made.ID}/status`, { status: 'not-found' });
    await received(guest, 3);
    expect(all(guest)).toContain('Which color?');
    expect(all(guest)).not.toMatch(/evil|You won/);
  });

  it('is greeted by a name with initials, and the desk reads the words without a link', async () => {
    const guest = newOwner();
    const desk = (await service.call('GET', `/locations/${locationID}`)).body.contactDetails.contactEmail;
    await report({ name: 'J.de Vries', email: guest });
    await received(guest, 1);
    expect(lastTo(guest).text).toContain('J.de Vries');
    await received(desk, 1);
    expect(all(desk)).toContain('Visit evil.example/win now');
    expect(all(desk)).not.toContain('//evil.example');
  });

  it('gets five confirmations an hour, however it is written and whoever asks; the rest is taken alike', async () => {
    const guest = newOwner();
    const [name, host] = guest.split('@');
    const written = [guest, guest.toUpperCase(), `${name}+1@${host}`, `${name}+x@${host}`];
    for (let time = 0; time < 8; time++) {
      expect(await report({ name: `Ann ${time}`, email: written[time % 4]! })).toBe(303);
    }
    const requests = async () =>
      (await service.call('GET', `/locations/${locationID}/requests`)).body.requests as { ID: number }[];
    await eventually(async () => {
      const made = await requests();
      expect(made).toHaveLength(8);
      const lists = await Promise.all(made.map(({ ID }) => service.call('GET', `/requests/${ID}/messages`)));
      const statuses = lists.map(({ body }) => body[0].status);
      expect([statuses.filter((one) => one === 'sent').length, statuses.filter((one) => one === 'obsolete').length]).toEqual([
        5, 3,
      ]);
    });
  });
});

describe('what staff wrote', () => {
  it('about a find makes no link in its owner’s mail', async () => {
    const owner = newOwner();
    await service.item(locationID, { item: EVIL, owner: { firstName: 'https://evil.example', contactEmail: owner } });
    await received(owner, 1);
    expect(all(owner)).toContain('evil.example/win');
    expect(all(owner)).not.toMatch(/\/\/evil|href="[^"]*evil/);
    expect(lastTo(owner).text).not.toContain('Dear evil');
  });

  it('as a question has no web address of a sub-user', async () => {
    const { body } = await service.call('POST', `/locations/${locationID}/requests`, { request: 'Hat', owner: { name: 'Ann' } });
    await createUser(service.call, 'kim', 'property_subuser', locationID);
    const { call } = await service.signIn('kim');
    for (const question of ['Pay at evil。com', 'See evil[.]com', '1.2.3.4/x', 'http:evil.com']) {
      const refused = await call('PUT', `/requests/${body.ID}/question`, { question });
      expect([refused.status, refused.body.errors?.[0]]).toEqual([
        400,
        expect.objectContaining({ field: 'question', code: 'not_allowed' }),
      ]);
    }
    expect((await call('PUT', `/requests/${body.ID}/question`, { question: 'Which color?' })).status).toBe(200);
  });
});

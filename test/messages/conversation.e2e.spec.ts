import { describe, expect, it } from 'vitest';
import { makeRequest, UMBRELLA } from '../support/records.js';
import { eventually, locationID, mail, newOwner, service, telling, told } from './telling.js';

telling();

/** The mails to a person as mail programs put them together: each by its ID and what it refers to. */
const conversation = (to: string) =>
  mail.to(to).map(({ messageId, inReplyTo, references }) => ({ messageId, inReplyTo, references }));
const write = (path: string, text: string) => service.call('POST', `${path}/messages`, { kind: 'text', text });

describe('mails to a guest', () => {
  it('about one item are one conversation: each has an ID of its own, and refers to the first', async () => {
    const contactEmail = newOwner();
    const { ID } = await service.item(locationID, { owner: { contactEmail } });
    await eventually(() => expect(told(contactEmail)).toHaveLength(1));
    await write(`/items/${ID}`, 'It is at the reception.');
    await eventually(() => expect(told(contactEmail)).toHaveLength(2));
    await service.call('PUT', `/items/${ID}/response`, { response: 'pickup' });
    await eventually(() => expect(told(contactEmail)).toHaveLength(3));
    const [first, ...others] = conversation(contactEmail);
    expect(new Set([first, ...others].map((one) => one?.messageId)).size).toBe(3);
    expect(first).toMatchObject({ inReplyTo: undefined, references: undefined });
    for (const other of others) expect(other).toMatchObject({ inReplyTo: first!.messageId, references: first!.messageId });
  });

  it('about one Request are another', async () => {
    const email = newOwner();
    const { ID } = await makeRequest(service.call, locationID, { owner: { email } });
    await eventually(() => expect(told(email)).toHaveLength(1));
    await service.call('PUT', `/requests/${ID}/question`, { question: 'Is it blue?' });
    await eventually(() => expect(told(email)).toHaveLength(2));
    const [first, second] = conversation(email);
    expect(second).toMatchObject({ inReplyTo: first!.messageId, references: first!.messageId });
  });

  it('about an item that went out with others refer to the mail that told of them all', async () => {
    const contactEmail = newOwner();
    const finds = ['Umbrella', 'Hat'].map((item) => ({ ...UMBRELLA, item, locationID, owner: { contactEmail } }));
    const { results } = (await service.call('POST', '/items/batch', { items: finds })).body;
    await eventually(() => expect(told(contactEmail)).toHaveLength(1));
    for (const { item } of results) await write(`/items/${item.ID}`, `About ${item.item}`);
    await eventually(() => expect(told(contactEmail)).toHaveLength(3));
    const [first, ...others] = conversation(contactEmail);
    for (const { references } of others) expect(references).toBe(first!.messageId);
  });
});

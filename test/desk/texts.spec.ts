import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const SOURCES = 'apps/desk/src';
const read = (file: string) => JSON.parse(readFileSync(`${SOURCES}/texts/${file}`, 'utf8')) as Record<string, string>;
const english = read('en.json');
const others = readdirSync(`${SOURCES}/texts`).filter((file) => file.endsWith('.json') && !file.startsWith('en'));
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([one]) => one).toSorted();

/** Kinds of texts that are named by a value of the API, and those that are made of a kind. */
const BY_VALUE = /^(status|event|reason|problem|role|message|thing|task|answer|color|wrong)\./;

describe('the texts of the desk', () => {
  it.each(others)('%s has each text, with the same places for values', (file) => {
    const texts = read(file);
    expect(Object.keys(texts).toSorted()).toEqual(Object.keys(english).toSorted());
    for (const [key, text] of Object.entries(texts)) {
      expect([key, text.trim()]).not.toEqual([key, '']);
      expect([key, placeholders(text)]).toEqual([key, placeholders(english[key]!)]);
    }
  });

  it('of American English are only those that differ', () => {
    for (const [key, text] of Object.entries(read('en-US.json'))) expect([key, text]).not.toEqual([key, english[key] ?? text]);
  });

  it('are all used', () => {
    const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => readFileSync(`${SOURCES}/${file}`, 'utf8'))
      .join('\n');
    const unused = Object.keys(english).filter((key) => !BY_VALUE.test(key) && !sources.includes(`'${key}'`));
    expect(unused).toEqual([]);
  });

  it('name each status, event, reason, role, color and kind of message that the API has', () => {
    const { schemas } = (JSON.parse(readFileSync('openapi.json', 'utf8')) as Document).components;
    const values = (schema: string, field: string) => schemas[schema]!.properties[field]!.enum!;
    const wanted = [
      ...[...values('ItemRecord', 'status'), ...values('RequestRecord', 'status')].map((one) => `status.${one}`),
      ...values('PaymentRecord', 'status').map((one) => `status.payment-${one}`),
      ...values('MessageRecord', 'status').map((one) => `status.message-${one}`),
      ...values('ImportRecord', 'status').map((one) => `status.import-${one}`),
      ...values('UserRecord', 'state').map((one) => `status.user-${one}`),
      ...values('UserRecord', 'userRole').map((one) => `role.${one}`),
      ...schemas.ItemCandidateRecord!.properties.reasonCodes!.items!.enum!.map((one) => `reason.${one}`),
      ...schemas.NewItemRequest!.properties.colors!.items!.enum!.map((one) => `color.${one}`),
      ...values('Task', 'kind').map((one) => `task.${one}`),
      ...values('ChangeHistoryRecord', 'event')
        .filter((one) => /^(Item|Owner|Shipment|Hold|Personal|Answer|Contact|Request|Details|Guest|Candidate)/.test(one))
        .map((one) => `event.${one}`),
    ];
    expect(wanted.filter((key) => !(key in english))).toEqual([]);
  });
});

interface Document {
  components: { schemas: Record<string, { properties: Record<string, { enum?: string[]; items?: { enum?: string[] } }> }> };
}

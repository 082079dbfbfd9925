import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SILENT } from '../../apps/desk/src/session/meanwhile.js';

const SOURCES = 'apps/desk/src';
const read = (file: string) => JSON.parse(readFileSync(`${SOURCES}/texts/${file}`, 'utf8')) as Record<string, string>;
const english = read('en.json');
const others = readdirSync(`${SOURCES}/texts`).filter((file) => file.endsWith('.json') && !file.startsWith('en'));
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([one]) => one).toSorted();

/** Kinds of texts that are named by a value of the API, and those that are made of a kind. */
const BY_VALUE = /^(status|event|reason|problem|role|message|thing|task|answer|color|wrong|done)\./;

/** What the desk itself says, and why messages to guests failed. */
const [OF_THE_DESK, OF_MESSAGES] = [['offline', 'unreadable_photo', 'sso_failed'], ['recipient_refused']];

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

  it('of American English have no word that only the British say so', () => {
    const words = /parcel|collect|colour|postcode|telephone|grey|jewellery|car park|catalogue/i;
    expect(Object.entries({ ...english, ...read('en-US.json') }).filter(([, text]) => words.test(text))).toEqual([]);
  });

  it('are all used', () => {
    const all = sources().join('\n');
    const unused = Object.keys(english).filter((key) => !BY_VALUE.test(key) && !all.includes(`'${key}'`));
    expect(unused).toEqual([]);
  });

  it('name each status, event, reason, role, color and kind of message that the API has', () => {
    const { schemas } = (JSON.parse(readFileSync('openapi.json', 'utf8')) as Document).components;
    const values = (schema: string, field: string) => schemas[schema]!.properties[field]!.enum!;
    const wanted = [
      ...[...values('ItemRecord', 'status'), ...values('RequestRecord', 'status')].map((one) => `status.${one}`),
      ...values('PaymentRecord', 'status').map((one) => `status.payment-${one}`),
      ...values('ParcelRecord', 'problem').flatMap((one) => (one ? [`status.parcel-${one}`] : [])),
      ...values('MessageRecord', 'status').flatMap((one) => (one ? [`status.message-${one}`] : [])),
      ...values('ImportRecord', 'status').map((one) => `status.import-${one}`),
      ...values('UserRecord', 'state').map((one) => `status.user-${one}`),
      ...values('UserRecord', 'userRole').map((one) => `role.${one}`),
      ...schemas.ItemCandidateRecord!.properties.reasonCodes!.items!.enum!.map((one) => `reason.${one}`),
      ...schemas.NewItemRequest!.properties.colors!.items!.enum!.map((one) => `color.${one}`),
      ...values('AuditEntryRecord', 'action').map((one) => `done.${one}`),
      ...values('Task', 'kind').map((one) => `task.${one}`),
      ...values('ChangeHistoryRecord', 'event')
        .filter((one) => /^(Item|Owner|Shipment|Hold|Personal|Answer|Contact|Request|Details|Guest|Candidate|Money)/.test(one))
        .map((one) => `event.${one}`),
    ];
    expect(wanted.filter((key) => !(key in english))).toEqual([]);
  });

  it('name each field of a payment and a parcel that a history tells of', () => {
    const { schemas } = (JSON.parse(readFileSync('openapi.json', 'utf8')) as Document).components;
    const parts = { payment: 'PaymentRecord', shipment: 'ParcelRecord' };
    const fields = Object.entries(parts).flatMap(([part, schema]) =>
      Object.keys(schemas[schema]!.properties).map((name) => `${part}.${name}`),
    );
    expect(fields.length).toBeGreaterThan(15);
    const names = readFileSync(`${SOURCES}/data/fields.ts`, 'utf8').matchAll(/^ {2}'?([\w.]+)'?: '\w+\.\w+',$/gm);
    const named = new Set([...names].flatMap(([, path]) => [path]));
    const hasName = (field: string) => named.has(field) || named.has(field.split('.').at(-1));
    expect(fields.filter((field) => !SILENT.includes(field) && !hasName(field))).toEqual([]);
  });

  it('have words for each refusal, of a call or of a field, that the desk can meet, and for no other', () => {
    const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as Document;
    const codes = reachable(document);
    expect(codes.size).toBeGreaterThan(20);
    const fields = document.components.schemas.FieldProblem!.properties.code!.enum!;
    const wanted = [...codes].map((code) => `problem.${code}`).concat(fields.map((code) => `wrong.${code}`));
    expect(wanted.filter((key) => !(key in english))).toEqual([]);
    const own = [...OF_THE_DESK, ...OF_MESSAGES].map((code) => `problem.${code}`);
    const known = Object.keys(english).filter((key) => /^(problem|wrong)\./.test(key));
    expect(known.filter((key) => !wanted.includes(key) && !own.includes(key))).toEqual([]);
  });
});

describe('the views of the desk', () => {
  it('join a name and its value as the language does: no colon is theirs', () => {
    expect(sources().flatMap((text) => text.match(/^.*(\)\}: [{<]|\}: \$\{).*$/gm) ?? [])).toEqual([]);
  });
});

describe('the controls of the desk', () => {
  it('are made by the parts that begin their work once', () => {
    const made = (element: string) =>
      files().filter((file) => new RegExp(`<${element}\\b`).test(readFileSync(`${SOURCES}/${file}`, 'utf8')));
    expect([made('button'), made('form')]).toEqual([['parts/button.tsx'], ['parts/form.tsx']]);
  });
});

const files = () => readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
const sources = () => files().map((file) => readFileSync(`${SOURCES}/${file}`, 'utf8'));

/** The codes of refusals that can answer the operations which the desk calls. */
function reachable({ paths, components }: Document): Set<string> {
  const called = new Set(
    sources().flatMap((text) =>
      [...text.matchAll(/import \{([^}]*)\} from '#client'/g)].flatMap(([, names]) =>
        names!.split(',').map((name) => name.trim()),
      ),
    ),
  );
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const answers = operations
    .filter(({ operationId }) => called.has(operationId))
    .flatMap(({ responses }) => Object.values(responses));
  return new Set(
    answers.flatMap((answer) => {
      const { content } = answer.$ref ? components.responses[answer.$ref.split('/').at(-1)!]! : answer;
      return Object.keys(content?.['application/problem+json']?.examples ?? {});
    }),
  );
}

interface Answer {
  $ref?: string;
  content?: Record<string, { examples?: Record<string, unknown> }>;
}

interface Document {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, Answer> }>>;
  components: {
    responses: Record<string, Answer>;
    schemas: Record<string, { properties: Record<string, { enum?: string[]; items?: { enum?: string[] } }> }>;
  };
}

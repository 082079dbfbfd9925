import { globSync, readFileSync } from 'node:fs';
import type { EntitySchema } from '@mikro-orm/postgresql';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { KnownClusterEntity } from '#platform/copies';
import { EventEntity, EventFeedEntity, RebuildEntity, SnapshotEntity, SubjectKeyEntity } from '#platform/event-store';
import { IdempotentAnswerEntity } from '#platform/idempotency';
import { ImagePrintEntity } from '#platform/images';
import { GuessEntity, RateLimitEntity } from '#platform/limits';
import { ServiceKeyEntity } from '#platform/secrets';
import { APIS, ENTITIES, streams } from '#service';

const tableOf = (entity: unknown) => (entity as EntitySchema).init().meta.tableName;
const PLATFORM_TABLES = [
  EventEntity,
  SubjectKeyEntity,
  SnapshotEntity,
  RebuildEntity,
  EventFeedEntity,
  IdempotentAnswerEntity,
  RateLimitEntity,
  GuessEntity,
  ServiceKeyEntity,
  KnownClusterEntity,
  ImagePrintEntity,
].map(tableOf);

/**
 * Names that belong to contexts: capabilities, problem codes, tags, secret paths, read models, events and tables. Names of streams
 * are left out: `user` and `request` are words of the platform too.
 */
const NAMES: ReadonlySet<string> = new Set([
  ...APIS.flatMap(({ capabilities = {}, problems = {}, tag, log }) => [
    ...Object.keys(capabilities),
    ...Object.keys(problems),
    ...(tag ? [tag.name] : []),
    ...(log?.secretsBehind ?? []),
  ]),
  ...streams().subscriptions.flatMap(({ name, events }) => [name, ...events]),
  ...ENTITIES.map(tableOf).filter((table) => !PLATFORM_TABLES.includes(table)),
]);

/** An ordinary word, which need not be a context's name: `items` is a word of JSON Schema too, `webhook_deliveries` is not one. */
const isPlain = (word: string) => /^[a-z]+$/.test(word);

/** The names that a source contains: a whole string, a word in one (such as SQL) or a property. */
function namesIn(source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    const words = isText || ts.isIdentifier(node) ? (node.text.match(/\w+/g) ?? []).filter((word) => !isPlain(word)) : [];
    const named = new Set(isText ? [node.text, ...words] : words);
    found.push(...[...named].filter((name) => NAMES.has(name)));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest));
  return found;
}

describe('the platform', () => {
  it.each([
    ["const table = { 'items.read': ['group_admin'] };", 'items.read'],
    ['const titles = { username_taken: 409 };', 'username_taken'],
    ["tag('Items')", 'Items'],
    ["db.selectFrom('items')", 'items'],
    ['sql`select id from webhook_deliveries where id = 1`', 'webhook_deliveries'],
    ["if (event.type === 'LocationDeactivated') stop();", 'LocationDeactivated'],
    ["path.startsWith('/g/')", '/g/'],
  ])('would be caught naming what a context owns: %s', (planted, name) => {
    expect(namesIn(planted)).toEqual([name]);
  });

  it('names nothing that a context owns', () => {
    expect(NAMES.size).toBeGreaterThan(60);
    const files = globSync('libs/platform/**/*.ts').filter((file) => !/\.spec\.ts$|\/spec\//.test(file));
    expect(files.length).toBeGreaterThan(80);
    const named = files.flatMap((file) => namesIn(readFileSync(file, 'utf8')).map((name) => `${file} names ${name}`));
    expect(named).toEqual([]);
  });
});

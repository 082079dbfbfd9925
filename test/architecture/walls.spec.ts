import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { afterAll, describe, expect, it } from 'vitest';

const rules = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');

/** One planted violation for every rule: the file that breaks it, and what it imports. */
const VIOLATIONS: Record<string, [from: string, to: string]> = {
  'only-through-the-door': ['libs/items/commands/planted.ts', 'libs/locations/read-model/queries.ts'],
  'order-reference': ['libs/reference/planted.ts', 'libs/languages/index.ts'],
  'order-languages': ['libs/languages/planted.ts', 'libs/locations/index.ts'],
  'order-locations': ['libs/locations/planted.ts', 'libs/access/index.ts'],
  'order-access': ['libs/access/planted.ts', 'libs/items/index.ts'],
  'order-items': ['libs/items/planted.ts', 'libs/requests/index.ts'],
  'order-requests': ['libs/requests/planted.ts', 'libs/webhooks/index.ts'],
  'order-webhooks': ['libs/webhooks/planted.ts', 'libs/messages/index.ts'],
  'order-messages': ['libs/messages/planted.ts', 'libs/history/index.ts'],
  'order-history': ['libs/history/planted.ts', 'libs/guests/index.ts'],
  'order-guests': ['libs/guests/planted.ts', 'libs/retention/index.ts'],
  'no-circles': ['libs/items/one.ts', 'libs/items/two.ts'],
  'domain-is-pure': ['libs/items/domain/planted.ts', 'libs/database/index.ts'],
  'domain-takes-types-from-the-event-store': ['libs/items/domain/planted.ts', 'libs/event-store/index.ts'],
  'only-the-module-knows-http': ['libs/items/commands/planted.ts', 'libs/items/http/record.ts'],
  'foundations-know-no-context': ['libs/database/planted.ts', 'libs/items/index.ts'],
  'contexts-list-is-for-apps': ['libs/items/planted.ts', 'libs/contexts/index.ts'],
  'bullmq-stays-in-queue': ['libs/items/planted.ts', 'node_modules/bullmq/index.js'],
};

describe('the walls between the parts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'walls-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  async function brokenBy(root: string): Promise<string[]> {
    const options = { ...rules.options, tsConfig: undefined, ruleSet: rules, validate: true, baseDir: root };
    const { output } = await cruise(['libs'], options);
    const { summary } = output as ICruiseResult;
    expect(summary.totalCruised).toBeGreaterThan(1);
    return summary.violations.map(({ rule }) => rule.name);
  }

  function plant(root: string, [from, to]: [string, string]): void {
    const write = (file: string, text: string) => {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    };
    const path = (at: string, target: string) => `${'../'.repeat(at.split('/').length - 1)}${target.replace(/\.ts$/, '.js')}`;
    write(to, `export const planted = 1;\nimport '${path(to, from)}';\n`);
    write(from, `import { planted } from '${path(from, to)}';\nexport const used = planted;\n`);
  }

  it('are guarded by rules that each have a planted violation', () => {
    const names = rules.forbidden.map(({ name }: { name: string }) => name);
    expect(names.sort()).toEqual(Object.keys(VIOLATIONS).sort());
  });

  it.each(Object.entries(VIOLATIONS))('%s is caught', async (name, violation) => {
    const root = join(folder, name);
    plant(root, violation);
    expect(await brokenBy(root)).toContain(name);
  });
});

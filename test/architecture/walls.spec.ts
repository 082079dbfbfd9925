import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { afterAll, describe, expect, it } from 'vitest';

const rules = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');

/** One planted violation for every rule: the file that breaks it, and what it imports. */
const VIOLATIONS: Record<string, [from: string, to: string]> = {
  'only-through-the-door': ['libs/contexts/items/commands/planted.ts', 'libs/contexts/locations/read-model/queries.ts'],
  'order-reference': ['libs/contexts/reference/planted.ts', 'libs/contexts/texts/index.ts'],
  'order-texts': ['libs/contexts/texts/planted.ts', 'libs/contexts/groups/index.ts'],
  'order-groups': ['libs/contexts/groups/planted.ts', 'libs/contexts/languages/index.ts'],
  'order-languages': ['libs/contexts/languages/planted.ts', 'libs/contexts/locations/index.ts'],
  'order-locations': ['libs/contexts/locations/planted.ts', 'libs/contexts/guest-settings/index.ts'],
  'order-guest-settings': ['libs/contexts/guest-settings/planted.ts', 'libs/contexts/credentials/index.ts'],
  'order-credentials': ['libs/contexts/credentials/planted.ts', 'libs/contexts/users/index.ts'],
  'order-users': ['libs/contexts/users/planted.ts', 'libs/contexts/sign-in/index.ts'],
  'order-sign-in': ['libs/contexts/sign-in/planted.ts', 'libs/contexts/guest-links/index.ts'],
  'order-guest-links': ['libs/contexts/guest-links/planted.ts', 'libs/contexts/items/index.ts'],
  'order-items': ['libs/contexts/items/planted.ts', 'libs/contexts/requests/index.ts'],
  'order-imports': ['libs/contexts/imports/planted.ts', 'libs/contexts/requests/index.ts'],
  'order-requests': ['libs/contexts/requests/planted.ts', 'libs/contexts/webhooks/index.ts'],
  'order-webhooks': ['libs/contexts/webhooks/planted.ts', 'libs/contexts/messages/index.ts'],
  'order-messages': ['libs/contexts/messages/planted.ts', 'libs/contexts/stays/index.ts'],
  'order-stays': ['libs/contexts/stays/planted.ts', 'libs/contexts/history/index.ts'],
  'order-history': ['libs/contexts/history/planted.ts', 'libs/contexts/guests/index.ts'],
  'order-changes': ['libs/contexts/changes/planted.ts', 'libs/contexts/guests/index.ts'],
  'order-guests': ['libs/contexts/guests/planted.ts', 'libs/contexts/retention/index.ts'],
  'every-context-has-its-place': ['libs/service/planted.ts', 'libs/contexts/unlisted/index.ts'],
  'no-circles': ['libs/contexts/items/one.ts', 'libs/contexts/items/two.ts'],
  'domain-is-pure': ['libs/contexts/items/domain/planted.ts', 'libs/platform/database/index.ts'],
  'domain-takes-types-from-the-event-store': ['libs/contexts/items/domain/planted.ts', 'libs/platform/event-store/index.ts'],
  'only-the-module-knows-http': ['libs/contexts/items/commands/planted.ts', 'libs/contexts/items/http/record.ts'],
  'platform-knows-no-context': ['libs/platform/database/planted.ts', 'libs/contexts/items/index.ts'],
  'service-is-for-apps': ['libs/contexts/items/planted.ts', 'libs/service/index.ts'],
  'no-app-to-app': ['apps/admin/src/planted.ts', 'apps/launcher/src/index.ts'],
  'old-node-is-told-first': ['apps/admin/src/main.ts', 'libs/platform/kernel/index.ts'],
  'help-loads-no-context': ['apps/admin/src/commands/planted.ts', 'libs/contexts/items/index.ts'],
  'bullmq-stays-in-queue': ['libs/contexts/items/planted.ts', 'node_modules/bullmq/index.js'],
  'tracing-is-loaded-when-wanted': [
    'libs/platform/observability/start-tracing.ts',
    'libs/platform/observability/trace-exporter.ts',
  ],
};

describe('the walls between the parts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'walls-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  async function brokenBy(root: string): Promise<string[]> {
    const options = { ...rules.options, tsConfig: undefined, ruleSet: rules, validate: true, baseDir: root };
    const { output } = await cruise(
      ['apps', 'libs'].filter((part) => existsSync(join(root, part))),
      options,
    );
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

  it.each(Object.entries(VIOLATIONS))(
    '%s is caught',
    async (name, violation) => {
      const root = join(folder, name);
      plant(root, violation);
      expect(await brokenBy(root)).toContain(name);
    },
    60_000,
  );
});

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { afterAll, describe, expect, it } from 'vitest';

const rules = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');

/** What the rules of one kind are about, in their order. */
const ruled = (kind: string): string[] =>
  rules.forbidden.flatMap(({ name }: { name: string }) => (name.startsWith(`${kind}-`) ? [name.slice(kind.length + 1)] : []));

/** The contexts in their order, as their rules are; the last one has none. */
const LAST = 'retention';
const CONTEXTS = [...ruled('order'), LAST];

/** A context that knows the one behind it. */
function orderBroken(name: string, nth: number): [string, [string, string]] {
  return [`order-${name}`, [`libs/contexts/${name}/planted.ts`, `libs/contexts/${CONTEXTS[nth + 1]}/index.ts`]];
}

/** Of each floor a file that reads the floor above, the highest one the roof. */
function arrowsUp(house: string, folder: string, roof: string): [string, [string, string]][] {
  const floors = ruled(house);
  return floors.map((floor, nth) => [
    `${house}-${floor}`,
    [`${folder}/${floor}/planted.tsx`, nth + 1 < floors.length ? `${folder}/${floors[nth + 1]}/above.ts` : `${folder}/${roof}`],
  ]);
}

/** One planted violation for every rule: the file that breaks it, and what it imports. */
const VIOLATIONS: Record<string, [from: string, to: string]> = {
  'only-through-the-door': ['libs/contexts/items/commands/planted.ts', 'libs/contexts/locations/read-model/queries.ts'],
  'unlisted-contexts-know-none': ['libs/contexts/unlisted/planted.ts', 'libs/contexts/items/index.ts'],
  ...Object.fromEntries(CONTEXTS.slice(0, -1).map(orderBroken)),
  'no-circles': ['libs/contexts/items/one.ts', 'libs/contexts/items/two.ts'],
  'domain-is-pure': ['libs/contexts/items/domain/planted.ts', 'libs/platform/database/index.ts'],
  'domain-takes-types-from-the-event-store': ['libs/contexts/items/domain/planted.ts', 'libs/platform/event-store/index.ts'],
  'only-the-module-knows-http': ['libs/contexts/items/commands/planted.ts', 'libs/contexts/items/http/record.ts'],
  'platform-knows-no-context': ['libs/platform/database/planted.ts', 'libs/contexts/items/index.ts'],
  'service-is-for-apps': ['libs/contexts/items/planted.ts', 'libs/service/index.ts'],
  'fakes-are-for-trying': ['apps/worker/src/planted.ts', 'libs/fakes/index.ts'],
  'no-app-to-app': ['apps/admin/src/planted.ts', 'apps/launcher/src/index.ts'],
  'desk-is-a-client': ['apps/desk/src/planted.tsx', 'libs/platform/kernel/index.ts'],
  ...Object.fromEntries(arrowsUp('floor-http', 'libs/platform/http', 'index.ts')),
  ...Object.fromEntries(arrowsUp('floor-desk', 'apps/desk/src', 'app.tsx')),
  'views-know-no-view': ['apps/desk/src/views/find/planted.tsx', 'apps/desk/src/views/item/item.tsx'],
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

  async function cruised(root: string, parts: string[]): Promise<ICruiseResult> {
    const options = { ...rules.options, tsConfig: undefined, ruleSet: rules, validate: true, baseDir: root };
    const { output } = await cruise(parts, options);
    return output as ICruiseResult;
  }

  async function brokenBy(root: string): Promise<string[]> {
    const { summary } = await cruised(
      root,
      ['apps', 'libs'].filter((part) => existsSync(join(root, part))),
    );
    expect(summary.totalCruised).toBeGreaterThan(1);
    return summary.violations.map(({ rule }) => rule.name);
  }

  function plant(root: string, [from, to]: [string, string]): void {
    const write = (file: string, text: string) => {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    };
    const path = (at: string, target: string) => `${'../'.repeat(at.split('/').length - 1)}${target.replace(/\.tsx?$/, '.js')}`;
    write(to, `export const planted = 1;\nimport '${path(to, from)}';\n`);
    write(from, `import { planted } from '${path(from, to)}';\nexport const used = planted;\n`);
  }

  it('stand between all contexts, in the order of the list of the service', () => {
    const unlisted = readdirSync('libs/contexts').filter((name) => !CONTEXTS.includes(name));
    expect(unlisted).toEqual(['links', 'records', 'texts']);
    expect(CONTEXTS.indexOf('items')).toBeLessThan(CONTEXTS.indexOf('requests'));
  });

  it.each([['floor-desk', 'apps/desk/src', ['style'], 600]] as const)(
    'stand between all folders of a house with floors, whose files are all read: %s',
    async (house, folder, others, arrows) => {
      const folders = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory());
      expect([...ruled(house), ...others].toSorted()).toEqual(folders.map(({ name }) => name).toSorted());
      const { summary } = await cruised('.', [folder]);
      expect(summary.totalDependenciesCruised).toBeGreaterThan(arrows);
      expect(summary.violations).toEqual([]);
    },
  );

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

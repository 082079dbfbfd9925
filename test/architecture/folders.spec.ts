import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { expect, it } from 'vitest';

/** A part of the house: its folders are read with all that is below them. */
const PART = /^(libs\/(?:platform|contexts)\/[^/]+|apps\/[^/]+\/src)\/([^/]+)\/./;

/** Which folders of its part each folder reads, by their paths. */
type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

function arrowsOf({ modules }: Pick<ICruiseResult, 'modules'>): Arrows {
  const arrows = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    for (const { resolved } of dependencies) {
      const [[from, part, own], [to, otherPart, other]] = [PART.exec(source) ?? [], PART.exec(resolved) ?? []];
      if (!from || !to || part !== otherPart || own === other) continue;
      const name = `${part}/${own}`;
      arrows.set(name, (arrows.get(name) ?? new Set()).add(`${part}/${other}`));
    }
  }
  return arrows;
}

/** Every folder that is read from this one, straight or through others. */
function readFrom(folder: string, arrows: Arrows, found = new Set<string>()): ReadonlySet<string> {
  for (const next of arrows.get(folder) ?? []) {
    if (found.has(next)) continue;
    found.add(next);
    readFrom(next, arrows, found);
  }
  return found;
}

const inCircles = (arrows: Arrows) => [...arrows.keys()].filter((folder) => readFrom(folder, arrows).has(folder));

it('two folders of a part that read each other, straight or around, would be seen', () => {
  const module = (source: string, resolved: string) => ({ source, dependencies: [{ resolved }] });
  const planted = [
    module('libs/contexts/items/lists/one.ts', 'libs/contexts/items/record/two.ts'),
    module('libs/contexts/items/record/three.ts', 'libs/contexts/items/rules/four.ts'),
    module('libs/contexts/items/rules/five.ts', 'libs/contexts/items/lists/six.ts'),
    module('libs/contexts/items/http/seven.ts', 'libs/contexts/items/lists/one.ts'),
  ];
  const circle = ['lists', 'record', 'rules'].map((folder) => `libs/contexts/items/${folder}`);
  expect(inCircles(arrowsOf({ modules: planted } as unknown as ICruiseResult))).toEqual(circle);
});

it('no folders of a part read each other: each has an order, as floors have', async () => {
  const { output } = await cruise(['libs', 'apps'], {
    tsPreCompilationDeps: true,
    exclude: { path: ['\\.spec\\.ts$', '/spec/', '(^|/)dist/', 'node_modules'] },
  });
  const arrows = arrowsOf(output as ICruiseResult);
  expect(arrows.size).toBeGreaterThan(50);
  expect(inCircles(arrows)).toEqual([]);
}, 60_000);

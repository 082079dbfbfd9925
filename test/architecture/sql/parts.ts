import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import ts from 'typescript';

/** A table, view or function, and the part that owns it. */
export interface Owned {
  part: string;
  kind: 'table' | 'view' | 'function';
}

const root = new URL('../../../', import.meta.url).pathname;
const rules = createRequire(import.meta.url)('../../../.dependency-cruiser.cjs');

/** The contexts in their dependency order, from the rules on imports; the one without a rule is the last. */
const ORDER: string[] = rules.forbidden.flatMap(({ name }: { name: string }) =>
  name.startsWith('order-') ? [name.slice(6)] : [],
);

/** The source files of libs and apps by path, without specs. */
export function sources(): Map<string, string> {
  const files = ['libs/**/*.ts', 'apps/**/*.ts'].flatMap((pattern) => globSync(pattern, { cwd: root }));
  const own = files.filter((file) => !/\.spec\.ts$|\/spec\//.test(file));
  return new Map(own.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}

/** The context, platform library, service or app that a file belongs to. */
export function partOf(file: string): string {
  return /^libs\/(?:contexts|platform)\/[^/]+|^libs\/(?:service|demo|fakes)|^apps\/[^/]+/.exec(file)![0];
}

/** Whether SQL of one part may read what another one publishes: as with imports, contexts may depend on earlier ones. */
export function knows(part: string, other: string): boolean {
  if (other.startsWith('libs/platform/')) return true;
  if (part.startsWith('libs/platform/')) return false;
  if (!part.startsWith('libs/contexts/')) return true;
  const place = (name: string) => (ORDER.indexOf(name.slice('libs/contexts/'.length)) + ORDER.length + 1) % (ORDER.length + 1);
  return place(other) < place(part);
}

const CREATED = /create\s+(?:or\s+replace\s+)?(?:unlogged\s+)?(table|view|function)\s+(?:if\s+not\s+exists\s+)?(\w+)/g;

/** The owner of each table, view and function, by the parts' entities and migrations. @throws when two parts define the same one */
export function ownersIn(files: ReadonlyMap<string, string>): Map<string, Owned> {
  const owners = new Map<string, Owned>();
  const claim = (name: string, owned: Owned) => {
    const known = owners.get(name);
    if (known && known.part !== owned.part) throw new Error(`${name} is of ${known.part} and of ${owned.part}.`);
    owners.set(name, owned);
  };
  for (const [file, text] of files) {
    const part = partOf(file);
    if (file.includes('/migrations/')) {
      for (const [, kind, name] of text.matchAll(CREATED)) claim(name!, { part, kind: kind as Owned['kind'] });
    }
    if (!text.includes('defineEntity(')) continue;
    for (const { names, isView } of entitiesIn(file, text)) {
      for (const name of names) claim(name, { part, kind: isView ? 'view' : 'table' });
    }
  }
  return owners;
}

/** The names of the entities in a file: their tables and their constants. */
function entitiesIn(file: string, text: string): { names: string[]; isView: boolean }[] {
  const found: { names: string[]; isView: boolean }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'defineEntity') {
      const options = new Map<string, ts.Expression>();
      for (const property of (node.arguments[0] as ts.ObjectLiteralExpression).properties) {
        if (ts.isPropertyAssignment(property)) options.set(property.name.getText(), property.initializer);
      }
      const constant = ts.isVariableDeclaration(node.parent) ? [node.parent.name.getText()] : [];
      found.push({ names: [(options.get('tableName') as ts.StringLiteral).text, ...constant], isView: options.has('view') });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return found;
}

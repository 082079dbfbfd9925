import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { streams } from '#service';

const TYPES = streams().types;

/** The one file of a context with this name. */
function fileOf(name: string): string {
  const [file, ...others] = globSync(`libs/contexts/*/${name}`);
  if (!file || others.length > 0) throw new Error(`Not one file is ${name}.`);
  return file;
}

const kebab = (type: string) => type.replaceAll('_', '-');
const camel = (type: string) => type.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());

/** The files that declare what each event of a kind of record means; the others' deciders and subjects say it. */
const MEANINGS = new Map(
  TYPES.flatMap((type) =>
    globSync(`libs/contexts/*/domain/${kebab(type)}.*.ts`)
      .filter((file) => readFileSync(file, 'utf8').includes(`const ${camel(type)}Events = declareEvents<`))
      .map((file) => [type, file] as const),
  ),
);
const DECIDERS = new Map(TYPES.map((type) => [type, fileOf(`domain/${kebab(type)}.decider.ts`)]));
const SUBJECTS = new Map(streams().subjects.map((subject) => [subject, fileOf(`${kebab(subject.stream.type)}.subject.ts`)]));

const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
const files = [MEANINGS, DECIDERS, SUBJECTS].flatMap((some) => [...some.values()]);
const program = ts.createProgram(files, { ...options, noEmit: true });
const checker = program.getTypeChecker();
const printer = ts.createPrinter({ removeComments: true });

/** The declaration of a name at the top of a file of ours; null for anything else, such as a parameter. */
function declarationOf(name: ts.Identifier): ts.Node | null {
  const own = ts.isShorthandPropertyAssignment(name.parent)
    ? checker.getShorthandAssignmentValueSymbol(name.parent)
    : checker.getSymbolAtLocation(name);
  const symbol = own && own.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(own) : own;
  const declared = symbol?.declarations?.[0];
  if (!declared || declared.getSourceFile().isDeclarationFile || declared.getSourceFile().fileName.includes('node_modules'))
    return null;
  const holder = ts.isVariableDeclaration(declared) ? declared.parent.parent.parent : declared.parent;
  return ts.isSourceFile(holder) ? declared : null;
}

/** A name for the code and the types that these parts of a file use, however they are distributed over files. */
function shapeOf(parts: readonly ts.Node[], named: readonly (readonly [string, ts.Node])[] = []): string {
  const used = new Set<ts.Node>([...parts, ...named.map(([, node]) => node)]);
  const look = (node: ts.Node): void => {
    const declared = ts.isIdentifier(node) ? declarationOf(node) : null;
    if (declared && !used.has(declared)) used.add(declared);
    ts.forEachChild(node, look);
  };
  // A set goes on over what is added meanwhile.
  for (const node of used) look(node);
  const names = new Map(named.map(([name, node]) => [node, name]));
  const texts = [...used].map((node) => {
    const text = printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile());
    return names.has(node) ? `${names.get(node)} ${text}` : text;
  });
  return hash('sha256', texts.sort().join('\n')).slice(0, 12);
}

function variableIn(file: string, name: string): ts.VariableDeclaration {
  const found = program
    .getSourceFile(file)!
    .statements.filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .find((declared) => declared.name.getText() === name);
  if (!found) throw new Error(`${file} has no ${name}.`);
  return found;
}

/** The fields of an object that is written out, with those of objects that it is made of. */
function fieldsIn(object: ts.Expression): ts.PropertyAssignment[] {
  if (ts.isSatisfiesExpression(object)) return fieldsIn(object.expression);
  if (ts.isIdentifier(object)) return fieldsIn((declarationOf(object) as ts.VariableDeclaration).initializer!);
  return (object as ts.ObjectLiteralExpression).properties.flatMap((one) =>
    ts.isSpreadAssignment(one) ? fieldsIn(one.expression) : [one as ts.PropertyAssignment],
  );
}

/** What each declared kind of event means in one way, as `state` or `stated`, by its name. */
function meaningsOf(kind: string, way: 'state' | 'stated'): (readonly [string, ts.Node])[] {
  const [, all] = (variableIn(MEANINGS.get(kind)!, `${camel(kind)}Events`).initializer as ts.CallExpression).arguments;
  return fieldsIn(all!).flatMap(({ name, initializer }) => {
    const given = ts.isObjectLiteralExpression(initializer) ? initializer.properties : null;
    const spread = given?.some(ts.isSpreadAssignment) ?? true;
    // What several kinds mean alike stands elsewhere: all of it counts.
    const meaning = given?.find((one) => one.name?.getText() === way) ?? (spread ? initializer : undefined);
    return meaning ? [[name.getText(), meaning] as const] : [];
  });
}

/** What a decider makes of events: its state, its events, and how the one follows from the other. */
function partsOf(kind: string): ts.Node[] {
  const { type, initializer } = variableIn(DECIDERS.get(kind)!, `${camel(kind)}Decider`);
  const [state, , event] = (type as ts.TypeReferenceNode).typeArguments!;
  // Of declared events `evolve` names all that they mean.
  const evolving = MEANINGS.has(kind) ? ['initialState'] : ['initialState', 'evolve'];
  const evolves = (initializer as ts.ObjectLiteralExpression).properties.filter(({ name }) => evolving.includes(name!.getText()));
  return [state!, event!, ...evolves];
}

/** What a subject states of events for the list of changes. */
function statedBy(file: string, name: string): ts.Node {
  const inside = (node: ts.Node | undefined, field: string) =>
    (node as ts.ObjectLiteralExpression).properties.find((one) => one.name!.getText() === field)!;
  const changes = inside(variableIn(file, name).initializer, 'changes') as ts.PropertyAssignment;
  return inside(changes.initializer, 'stated');
}

it.each(TYPES)(
  'snapshots of a %s are of the shape that its decider has: when it is another, state it in defineStream',
  (type) => {
    expect(streams().named(type).options.shape).toBe(shapeOf(partsOf(type), MEANINGS.has(type) ? meaningsOf(type, 'state') : []));
  },
);

it.each([...SUBJECTS])('and so are those of the list of changes: $stream.type', ({ stream, changes }, file) => {
  const { type } = stream;
  const shape = MEANINGS.has(type) ? shapeOf([], meaningsOf(type, 'stated')) : shapeOf([statedBy(file, `${camel(type)}Subject`)]);
  expect(changes.shape).toBe(shape);
});

import { hash } from 'node:crypto';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { KNOWN_FIELDS } from '#contexts/changes';
import { streams } from '#service';

const DECIDERS: Record<string, [file: string, decider: string]> = {
  item: ['libs/contexts/items/domain/item.decider.ts', 'itemDecider'],
  request: ['libs/contexts/requests/domain/request.decider.ts', 'requestDecider'],
  location: ['libs/contexts/locations/domain/location.decider.ts', 'locationDecider'],
  user: ['libs/contexts/users/domain/user.decider.ts', 'userDecider'],
  region: ['libs/contexts/users/domain/region.decider.ts', 'regionDecider'],
};

const CHANGE = 'libs/contexts/changes/domain/change.ts';

const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
const program = ts.createProgram([...Object.values(DECIDERS).map(([file]) => file), CHANGE], { ...options, noEmit: true });
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
function shapeOf(parts: readonly ts.Node[]): string {
  const used = new Set<ts.Node>(parts);
  const look = (node: ts.Node): void => {
    const declared = ts.isIdentifier(node) ? declarationOf(node) : null;
    if (declared && !used.has(declared)) used.add(declared);
    ts.forEachChild(node, look);
  };
  // A set goes on over what is added meanwhile.
  for (const node of used) look(node);
  const texts = [...used].map((node) => printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile()));
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

/** What a decider makes of events: its state, its events, and how the one follows from the other. */
function partsOf([file, name]: [string, string]): ts.Node[] {
  const { type, initializer } = variableIn(file, name);
  const [state, , event] = (type as ts.TypeReferenceNode).typeArguments!;
  const evolves = (initializer as ts.ObjectLiteralExpression).properties.filter(({ name }) =>
    ['initialState', 'evolve'].includes(name!.getText()),
  );
  return [state!, event!, ...evolves];
}

it.each(streams().types)(
  'snapshots of a %s are of the shape that its decider has: when it is another, state it in defineStream',
  (type) => {
    expect(streams().named(type).options.shape).toBe(shapeOf(partsOf(DECIDERS[type]!)));
  },
);

it('and so are those of the list of changes', () => {
  expect(KNOWN_FIELDS.shape).toBe(shapeOf([variableIn(CHANGE, 'READERS')]));
});

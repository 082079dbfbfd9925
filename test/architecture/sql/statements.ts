import ts from 'typescript';

/** A name that SQL in the code mentions: a table or a view, by itself or by its entity, or a function that is called. */
export interface Mention {
  name: string;
  line: number;
  /** Whether rows are written under this name. */
  writes: boolean;
  /** Whether it is called. */
  called: boolean;
}

/** The SQL in a file. */
export interface FileSql {
  /** How many pieces of SQL were read: calls of the query builder, templates and texts. */
  pieces: number;
  mentions: Mention[];
  /** Lines where a table is named by an expression that can't be evaluated here. */
  unreadable: number[];
}

const READS = ['selectFrom', 'innerJoin', 'leftJoin', 'rightJoin', 'fullJoin', 'crossJoin'];
const LATERAL = ['innerJoinLateral', 'leftJoinLateral', 'crossJoinLateral'];
const WRITES = ['insertInto', 'replaceInto', 'updateTable', 'deleteFrom', 'mergeInto'];
const BUILDER = new Set([...READS, ...LATERAL, ...WRITES]);
/** Methods that name a table only when chained to another call of the builder. */
const AMBIGUOUS = new Set(['from', 'using']);

/** A text that is SQL wherever it occurs; prose begins with a capital letter. */
const SQL_TEXT = /^\s*(with|select|insert into|update|delete from|create|alter|drop|lock table|truncate)\s/;

/** Reads the SQL of a TypeScript file: the calls of the query builder, `sql` templates, and texts that are statements. */
export function sqlOf(file: string, text: string): FileSql {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: FileSql = { pieces: 0, mentions: [], unreadable: [] };
  const lineOf = (node: ts.Node) => source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  const read = (node: ts.Node, sql: string) => {
    found.pieces += 1;
    for (const mention of mentionsIn(sql)) found.mentions.push({ ...mention, line: lineOf(node) });
  };
  const table = (node: ts.Expression, writes: boolean): void => {
    if (ts.isArrayLiteralExpression(node)) for (const element of node.elements) table(element, writes);
    else if (ts.isStringLiteralLike(node)) {
      found.pieces += 1;
      found.mentions.push({ name: node.text.split(' ')[0]!, line: lineOf(node), writes, called: false });
    } else if (ts.isIdentifier(node) || ts.isTemplateExpression(node)) found.unreadable.push(lineOf(node));
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql') read(node, templateText(node.template));
    else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name, expression: on } = node.expression;
      const [first] = node.arguments;
      if (
        first &&
        (BUILDER.has(name.text) || (AMBIGUOUS.has(name.text) && ts.isCallExpression(on) && ts.isStringLiteralLike(first)))
      ) {
        table(first, WRITES.includes(name.text));
      } else if (first && on.getText() === 'sql' && ['raw', 'table', 'id', 'ref'].includes(name.text)) {
        if (ts.isStringLiteralLike(first)) read(first, first.text);
        else if (name.text !== 'ref') found.unreadable.push(lineOf(first));
      }
    } else if (ts.isNewExpression(node) && node.expression.getText() === 'RecordTable') {
      // A table by its entity.
      found.mentions.push({ name: node.arguments![0]!.getText(), line: lineOf(node), writes: true, called: false });
    } else if (ts.isPropertyAssignment(node) && node.name.getText() === 'rebuilds') table(node.initializer, true);
    else if ((ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) && !ts.isTaggedTemplateExpression(node.parent)) {
      const sql = templateText(node);
      if (SQL_TEXT.test(sql.toLowerCase()) && !/^\s*[A-Z][a-z]/.test(sql)) read(node, sql);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The text of a template, with `?` for each expression, which is inspected separately. */
function templateText(node: ts.StringLiteralLike | ts.TemplateLiteral): string {
  if (!ts.isTemplateExpression(node)) return node.text;
  return node.head.text + node.templateSpans.map(({ literal }) => ` ? ${literal.text}`).join('');
}

const TOKEN = /--[^\n]*|'(?:[^']|'')*'|"[^"]+"|[a-z_][a-z0-9_]*|[^\s]/gi;

/**
 * Every name that may be a table or a function. The targets of foreign keys are left out, and so are aliases and names after a dot.
 */
function mentionsIn(sql: string): Omit<Mention, 'line'>[] {
  const tokens = (sql.match(TOKEN) ?? []).filter((token) => !token.startsWith('--') && !token.startsWith("'"));
  const words = tokens.map((token) => token.replaceAll('"', '').toLowerCase());
  return words.flatMap((name, at) => {
    const [before = '', last = ''] = [words[at - 2], words[at - 1]];
    if (!/^[a-z_]/.test(name) || ['as', '.', 'references'].includes(last)) return [];
    const writes = ['update', 'into'].includes(last) || (before === 'delete' && last === 'from');
    return [{ name, writes, called: words[at + 1] === '(' }];
  });
}

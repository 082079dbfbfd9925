import { parse } from 'libpg-query';

// biome-ignore lint/suspicious/noExplicitAny: nodes of PostgreSQL's own grammar, of which only a few are looked at
type Node = any;

/** A table, view, CTE or subquery in a FROM list. */
interface Relation {
  name: string;
  alias: string;
  /** The column that holds the Group; null when it has none, or when what is in it was never compared with a Group. */
  key: string | null;
  /** To be compared with a Group in its own right. */
  isTable: boolean;
  named: boolean;
}

interface Scope {
  relations: Relation[];
  /** CTEs, and whether they read a Group's table. */
  ctes: Map<string, boolean>;
  outer: Scope | null;
}

/**
 * The tables and views of `ofGroups` that a statement touches without saying of which Group: read, changed or deleted from without an
 * equality of `group_id` with a parameter, a constant or the `group_id` of another one in the same query, or inserted into without it.
 * Making a view touches nothing.
 * @throws SqlError when PostgreSQL would not parse the statement
 */
export async function withoutGroup(text: string, ofGroups: ReadonlySet<string>): Promise<string[]> {
  const found = new Set<string>();
  const { stmts = [] } = await parse(text);
  for (const { stmt } of stmts as Node[]) walk(stmt, null);
  return [...found].sort();

  /** Goes through a node and says whether a Group's table is in it. */
  function walk(node: Node, scope: Scope | null): boolean {
    if (node === null || typeof node !== 'object') return false;
    if (Array.isArray(node)) return node.map((each) => walk(each, scope)).some(Boolean);
    return Object.entries(node)
      .map(([kind, inner]: [string, Node]) => {
        if (kind === 'SelectStmt') return select(inner, scope);
        if (kind === 'UpdateStmt') return query(inner, [{ RangeVar: inner.relation }, ...(inner.fromClause ?? [])], scope);
        if (kind === 'DeleteStmt') return query(inner, [{ RangeVar: inner.relation }, ...(inner.usingClause ?? [])], scope);
        if (kind === 'InsertStmt') return insert(inner, scope);
        if (kind === 'ViewStmt') return false;
        if (kind === 'TruncateStmt') for (const each of inner.relations) note(each.RangeVar.relname);
        return walk(inner, scope);
      })
      .some(Boolean);
  }

  function note(name: string): void {
    if (ofGroups.has(name)) found.add(name);
  }

  function select(node: Node, scope: Scope | null): boolean {
    if (!node.larg) return query(node, node.fromClause ?? [], scope);
    const own = scopeOf(node, scope);
    const parts = [node.larg, node.rarg].map((part) => select(part, own.scope));
    return walk(node.sortClause, own.scope) || own.any || parts.some(Boolean);
  }

  function insert(node: Node, scope: Scope | null): boolean {
    if (!node.cols?.some(({ ResTarget }: Node) => ResTarget.name === 'group_id')) note(node.relation.relname);
    const own = scopeOf(node, scope);
    own.scope.relations.push(relation(node.relation, own.scope));
    walk([node.selectStmt, node.onConflictClause, node.returningList], own.scope);
    return true;
  }

  function scopeOf(node: Node, outer: Scope | null): { scope: Scope; any: boolean } {
    const scope: Scope = { relations: [], ctes: new Map(), outer };
    for (const { CommonTableExpr: cte } of node.withClause?.ctes ?? []) {
      if (node.withClause.recursive) scope.ctes.set(cte.ctename, true);
      scope.ctes.set(cte.ctename, walk(cte.ctequery, scope));
    }
    return { scope, any: [...scope.ctes.values()].some(Boolean) };
  }

  function relation(range: Node, scope: Scope): Relation {
    const name: string = range.relname;
    const alias: string = range.alias?.aliasname ?? name;
    const isCte = cteOf(scope, name);
    if (isCte !== undefined) return { name, alias, key: isCte ? 'group_id' : null, isTable: false, named: isCte };
    if (name === 'groups') return { name, alias, key: 'id', isTable: false, named: false };
    const isTable = ofGroups.has(name);
    return { name, alias, key: isTable ? 'group_id' : null, isTable, named: false };
  }

  /** Collects the relations of a FROM list, and the conditions of its joins. */
  function from(ranges: Node[], scope: Scope, conditions: Node[]): void {
    for (const range of ranges) {
      if (range.RangeVar) scope.relations.push(relation(range.RangeVar, scope));
      else if (range.JoinExpr) {
        const { larg, rarg, quals, usingClause = [] } = range.JoinExpr;
        from([larg, rarg], scope, conditions);
        if (quals) conditions.push(quals);
        if (usingClause.some(({ String: name }: Node) => name.sval === 'group_id')) {
          // A function's rows are no relation, and of no Group.
          const [left, right] = [scope.relations.at(-2), scope.relations.at(-1)];
          if (left && right) conditions.push(equal(columnOf(left), columnOf(right)));
        }
      } else if (range.RangeSubselect) {
        const named = walk(range.RangeSubselect.subquery, scope) || givesGroup(range.RangeSubselect);
        const alias = range.RangeSubselect.alias?.aliasname ?? '';
        scope.relations.push({ name: alias, alias, key: named ? 'group_id' : null, isTable: false, named });
      } else walk(range, scope);
    }
  }

  function query(node: Node, ranges: Node[], outer: Scope | null): boolean {
    const { scope, any } = scopeOf(node, outer);
    const conditions: Node[] = node.whereClause ? [node.whereClause] : [];
    from(ranges, scope, conditions);
    settle(scope, conditions.flatMap(equalities));
    for (const { isTable, named, name } of scope.relations) if (isTable && !named) found.add(name);
    const { withClause: _with, fromClause: _from, relation: _relation, usingClause: _using, ...rest } = node;
    const inner = walk([rest, ...conditions], scope);
    return any || inner || scope.relations.some(({ isTable, key }) => isTable || key !== null);
  }
}

/** Goes along the equalities until no further relation is known to be of a named Group. */
function settle(scope: Scope, pairs: [Node, Node][]): void {
  for (let changed = true; changed; ) {
    changed = false;
    for (const [one, other] of pairs.flatMap(([left, right]): [Node, Node][] => [
      [left, right],
      [right, left],
    ])) {
      const target = resolve(one, scope);
      if (!target || target.named || !scope.relations.includes(target)) continue;
      const source = resolve(other, scope);
      if (isGiven(other) || source?.named || (source && !scope.relations.includes(source))) {
        target.named = true;
        changed = true;
      }
    }
  }
}

/** The relation whose Group a column is. */
function resolve(node: Node, scope: Scope | null): Relation | undefined {
  const path: string[] = node.ColumnRef?.fields.map(({ String: name }: Node) => name?.sval) ?? [];
  const column = path.at(-1);
  const qualifier = path.at(-2);
  for (let each = scope; each !== null && column !== undefined; each = each.outer) {
    const found = each.relations.find(({ alias, key }) => key === column && (qualifier === undefined || alias === qualifier));
    if (found) return found;
  }
  return undefined;
}

function isGiven(node: Node): boolean {
  return node.TypeCast ? isGiven(node.TypeCast.arg) : node.ParamRef !== undefined || node.A_Const !== undefined;
}

/** Whether it is a list of values with a given Group in each row: `(values ($1, $2), …) given (group_id, id)`. */
function givesGroup({ subquery, alias }: Node): boolean {
  const at = alias?.colnames?.findIndex(({ String: name }: Node) => name.sval === 'group_id') ?? -1;
  const rows: Node[] = subquery.SelectStmt?.valuesLists ?? [];
  return at >= 0 && rows.length > 0 && rows.every(({ List: { items } }) => isGiven(items[at]));
}

/** The pairs that are equal wherever the condition holds. */
function equalities(condition: Node): [Node, Node][] {
  const { BoolExpr: bool, A_Expr: compared } = condition;
  if (bool?.boolop === 'AND_EXPR') return bool.args.flatMap(equalities);
  if (bool?.boolop === 'OR_EXPR') {
    const [first, ...others] = bool.args
      .map(equalities)
      .map((pairs: [Node, Node][]) => new Map(pairs.map((pair) => [keyOf(pair), pair])));
    return [...first].filter(([key]) => others.every((other: Map<string, unknown>) => other.has(key))).map(([, pair]) => pair);
  }
  if (compared?.kind !== 'AEXPR_OP' || compared.name[0].String.sval !== '=') return [];
  const [left, right] = [compared.lexpr, compared.rexpr];
  if (left.RowExpr && right.RowExpr)
    return left.RowExpr.args.map((each: Node, index: number) => [each, right.RowExpr.args[index]]);
  return [[left, right]];
}

/** The text of a pair without the places where it stood. */
function keyOf(pair: [Node, Node]): string {
  return JSON.stringify(pair, (name, value) => (name === 'location' ? undefined : value));
}

function equal(lexpr: Node, rexpr: Node): Node {
  return { A_Expr: { kind: 'AEXPR_OP', name: [{ String: { sval: '=' } }], lexpr, rexpr } };
}

function columnOf({ alias, key }: Relation): Node {
  return { ColumnRef: { fields: [{ String: { sval: alias } }, { String: { sval: key } }] } };
}

function cteOf(scope: Scope | null, name: string): boolean | undefined {
  for (let each = scope; each !== null; each = each.outer) if (each.ctes.has(name)) return each.ctes.get(name);
  return undefined;
}

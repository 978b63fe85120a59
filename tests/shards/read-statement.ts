import type { Node, SelectStmt } from 'libpg-query';
import { addEvery, type Columns, derived, freeName, isSameTerm, nameOfOperator, rename } from './columns.ts';
import { distributionOf } from './distribution.ts';
import { equate } from './equate.ts';
import { type Act, type Place, Places, type Term } from './places.ts';
import { Scope, unknownTerm } from './scope.ts';
import { findNodes, nameOf, stringsOf } from './syntax-tree.ts';

/** What the text of a statement inside of a function does not say. */
export type Surroundings = {
  readonly variables: ReadonlySet<string>;
  /** The tables of changed rows that a trigger is given. */
  readonly givenTables: ReadonlySet<string>;
  /** Whether the variables hold what the row of a trigger holds, so that they name rows of the same shard. */
  readonly isOfRow: boolean;
};

export type ReadStatement = { readonly places: Places; readonly functions: ReadonlySet<string> };

/** Reads which tables a parsed statement touches, and what its conditions say about their places. */
export function readStatement(statement: Node, surroundings: Surroundings): ReadStatement {
  const reader = new StatementReader(surroundings);
  reader.readStatement(statement, undefined);
  return { places: reader.places, functions: reader.functions };
}

class StatementReader {
  readonly places = new Places();
  readonly functions = new Set<string>();
  readonly #surroundings: Surroundings;
  /** Whether what is read is a condition, whose columns say how rows are looked for. */
  #isCondition = false;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  readStatement(node: Node, parent: Scope | undefined): Columns {
    if ('SelectStmt' in node) return this.#readSelect(node.SelectStmt, parent);
    const scope = new Scope(parent);
    if ('InsertStmt' in node) {
      const { InsertStmt: insert } = node;
      this.#readResults(insert.withClause, scope);
      const target = this.#addTable(insert.relation, 'insert', scope);
      const source = insert.selectStmt === undefined ? undefined : this.readStatement(insert.selectStmt, scope);
      const columns = (insert.cols ?? []).map((column) => ('ResTarget' in column ? column.ResTarget.name : undefined));
      [...(source?.values() ?? [])].forEach((term, index) => {
        if (target !== undefined) this.#placeInserted(target, columns[index], term);
      });
      this.#walk([insert.onConflictClause, insert.returningClause], scope);
      return this.#outputOf(insert.returningClause?.exprs, scope);
    }
    if ('UpdateStmt' in node || 'DeleteStmt' in node) {
      const change = 'UpdateStmt' in node ? node.UpdateStmt : node.DeleteStmt;
      this.#readResults(change.withClause, scope);
      this.#addTable(change.relation, 'UpdateStmt' in node ? 'update' : 'delete', scope);
      const others = 'UpdateStmt' in node ? node.UpdateStmt.fromClause : node.DeleteStmt.usingClause;
      for (const item of others ?? []) this.#readFrom(item, scope);
      this.#readCondition(change.whereClause, scope);
      if ('UpdateStmt' in node) this.#walk(node.UpdateStmt.targetList, scope);
      return this.#outputOf(change.returningClause?.exprs, scope);
    }
    // LOCK, TRUNCATE and the like name whole tables.
    for (const [kind, value] of findNodes(node)) if (kind === 'RangeVar') this.#addTable(value, 'update', scope);
    return new Map();
  }

  #readSelect(select: SelectStmt, parent: Scope | undefined): Columns {
    const scope = new Scope(parent);
    this.#readResults(select.withClause, scope);
    if (select.larg !== undefined && select.rarg !== undefined) {
      const left = this.#readSelect(select.larg, scope);
      this.#readSelect(select.rarg, scope);
      return new Map([...left.keys()].map((name) => [name, unknownTerm]));
    }
    if (select.valuesLists !== undefined) return this.#readValues(select.valuesLists, scope);
    for (const item of select.fromClause ?? []) this.#readFrom(item, scope);
    this.#readCondition(select.whereClause, scope);
    for (const clause of select.lockingClause ?? []) this.#markLocked(clause, scope);
    const output = this.#outputOf(select.targetList, scope);
    this.#walk(
      [select.groupClause, select.havingClause, select.sortClause, select.limitCount, select.windowClause],
      scope,
    );
    const isCut =
      select.limitCount !== undefined || select.distinctClause !== undefined || select.windowClause !== undefined;
    return isCut && parent !== undefined ? this.#follow(output) : output;
  }

  /** A result that is made before it is joined: a condition on it does not restrict what it was made from. */
  #follow(columns: Columns): Columns {
    return new Map([...columns].map(([name, term]) => [name, this.#followTerm(term)]));
  }

  #followTerm(term: Term): Term {
    return term.kind === 'row' ? { ...term, place: this.places.addFollower(term.place) } : term;
  }

  #readResults(clause: SelectStmt['withClause'], scope: Scope): void {
    for (const node of clause?.ctes ?? []) {
      if (!('CommonTableExpr' in node)) continue;
      const { ctename = '', ctequery, aliascolnames } = node.CommonTableExpr;
      scope.results.set(ctename, new Map());
      if (ctequery === undefined) continue;
      scope.results.set(ctename, rename(this.readStatement(ctequery, scope), stringsOf(aliascolnames)));
    }
  }

  #readValues(lists: readonly Node[], scope: Scope): Columns {
    const rows = lists.map((list) =>
      ('List' in list ? (list.List.items ?? []) : []).map((each) => this.#readTerm(each, scope)),
    );
    const [first = []] = rows;
    return new Map(
      first.map((term, index) => {
        const isSame = rows.every((row) => isSameTerm(row[index], term));
        return [`column${index + 1}`, isSame ? term : ({ kind: 'set' } as const)];
      }),
    );
  }

  #readFrom(node: Node, scope: Scope): readonly number[] {
    if ('RangeVar' in node) {
      const place = this.#addTable(node.RangeVar, 'read', scope);
      return place === undefined ? [] : [place.id];
    }
    if ('RangeSubselect' in node) {
      const { subquery, alias, lateral } = node.RangeSubselect;
      const before = this.places.all.length;
      const columns = subquery === undefined ? new Map() : this.readStatement(subquery, scope);
      const output = lateral === true ? this.#follow(columns) : columns;
      scope.sources.set(nameOf(alias) ?? `#${before}`, derived(rename(output, stringsOf(alias?.colnames))));
      return this.places.all.slice(before).map((place) => place.id);
    }
    if ('RangeFunction' in node) {
      this.#walk(node.RangeFunction.functions, scope);
      const name = nameOf(node.RangeFunction.alias) ?? `#f${scope.sources.size}`;
      scope.sources.set(name, { kind: 'derived', columns: new Map(), every: { kind: 'set' } });
      return [];
    }
    if (!('JoinExpr' in node)) return [];
    const { larg, rarg, quals, jointype, usingClause } = node.JoinExpr;
    const left = larg === undefined ? [] : this.#readFrom(larg, scope);
    const right = rarg === undefined ? [] : this.#readFrom(rarg, scope);
    const optional = { JOIN_INNER: undefined, JOIN_LEFT: right, JOIN_RIGHT: left }[jointype as string];
    const isFull = jointype === 'JOIN_FULL';
    if (isFull) this.#walk(quals, scope);
    else this.#readCondition(quals, scope, optional);
    if (!isFull) this.#joinUsing(stringsOf(usingClause), [...left, ...right], scope, optional);
    return [...left, ...right];
  }

  #joinUsing(names: readonly string[], ids: readonly number[], scope: Scope, optional?: readonly number[]): void {
    for (const name of names) {
      const terms = [...scope.sources.keys()].map((source) => scope.resolve([source, name]));
      const joined = terms.filter((term) => 'place' in term && ids.includes(term.place));
      for (const term of joined.slice(1)) equate(this.places, scope, joined[0] ?? unknownTerm, term, optional);
    }
  }

  /** Reads a condition that every row of the result meets. `optional` are the tables that an outer join may leave out. */
  #readCondition(node: Node | undefined, scope: Scope, optional?: readonly number[]): void {
    if (node === undefined) return;
    const isInside = this.#isCondition;
    this.#isCondition = true;
    this.#readParts(node, scope, optional);
    this.#isCondition = isInside;
  }

  #readParts(node: Node, scope: Scope, optional?: readonly number[]): void {
    if ('BoolExpr' in node && node.BoolExpr.boolop === 'AND_EXPR') {
      for (const each of node.BoolExpr.args ?? []) this.#readCondition(each, scope, optional);
    } else if ('A_Expr' in node && nameOfOperator(node.A_Expr.name) === '=') {
      this.#readEquality(node.A_Expr, scope, optional);
    } else if ('SubLink' in node && node.SubLink.subLinkType === 'ANY_SUBLINK' && node.SubLink.testexpr !== undefined) {
      const left = this.#readTerm(node.SubLink.testexpr, scope);
      const columns =
        node.SubLink.subselect === undefined ? new Map() : this.readStatement(node.SubLink.subselect, scope);
      const [first = unknownTerm] = this.#follow(columns).values();
      equate(this.places, scope, left, first, optional);
    } else this.#walk(node, scope);
  }

  #readEquality(
    expression: Extract<Node, { A_Expr: unknown }>['A_Expr'],
    scope: Scope,
    optional?: readonly number[],
  ): void {
    const { kind, lexpr, rexpr } = expression;
    if (lexpr === undefined || rexpr === undefined) return;
    if ('RowExpr' in lexpr && 'RowExpr' in rexpr) {
      (lexpr.RowExpr.args ?? []).forEach((left, index) => {
        const right = rexpr.RowExpr.args?.[index];
        if (right !== undefined && kind === 'AEXPR_OP')
          equate(this.places, scope, this.#readTerm(left, scope), this.#readTerm(right, scope), optional);
      });
      return;
    }
    const left = this.#readTerm(lexpr, scope);
    if (kind === 'AEXPR_OP' || kind === 'AEXPR_NOT_DISTINCT')
      equate(this.places, scope, left, this.#readTerm(rexpr, scope), optional);
    else if (kind === 'AEXPR_IN') {
      const items = 'List' in rexpr ? (rexpr.List.items ?? []) : [];
      const terms = items.map((each) => this.#readTerm(each, scope));
      equate(this.places, scope, left, terms.length === 1 ? (terms[0] ?? unknownTerm) : { kind: 'set' }, optional);
    } else if (kind === 'AEXPR_OP_ANY') {
      this.#walk(rexpr, scope);
      equate(this.places, scope, left, { kind: 'set' }, optional);
    } else this.#walk(rexpr, scope);
  }

  #readTerm(node: Node, scope: Scope): Term {
    if ('TypeCast' in node && node.TypeCast.arg !== undefined) return this.#readTerm(node.TypeCast.arg, scope);
    if ('ParamRef' in node) return { kind: 'given', key: `$${node.ParamRef.number}` };
    if ('A_Const' in node) return { kind: 'given', key: JSON.stringify(node.A_Const) };
    if ('ColumnRef' in node) return this.#resolve(stringsOf(node.ColumnRef.fields), scope);
    if ('SubLink' in node && node.SubLink.subLinkType === 'EXPR_SUBLINK' && node.SubLink.subselect !== undefined) {
      const [first = unknownTerm] = this.#follow(this.readStatement(node.SubLink.subselect, scope)).values();
      // The value is found before the rows around it are.
      return first.kind === 'row' ? { ...first, scope } : first;
    }
    this.#walk(node, scope);
    return unknownTerm;
  }

  get #variable(): Term {
    return { kind: 'given', key: 'row', isOfRow: this.#surroundings.isOfRow };
  }

  #resolve(fields: readonly string[], scope: Scope): Term {
    const { variables } = this.#surroundings;
    const [first = ''] = fields;
    if (variables.has(first)) return this.#variable;
    const term = scope.resolve(fields);
    const place = 'place' in term ? this.places.all.find(({ id }) => id === term.place) : undefined;
    if (this.#isCondition) place?.columns.add(fields.at(-1) ?? '');
    return term;
  }

  /** Reads the queries and function calls inside of an expression that says nothing about places. */
  #walk(value: unknown, scope: Scope): void {
    for (const [kind, node] of findNodes(value)) {
      if (kind === 'SelectStmt') this.#readSelect(node as SelectStmt, scope);
      else if (kind === 'ColumnRef') this.#resolve(stringsOf((node as { fields?: Node[] }).fields), scope);
      else if (kind === 'FuncCall')
        this.functions.add(stringsOf((node as { funcname?: Node[] }).funcname).at(-1) ?? '');
    }
  }

  #outputOf(targets: readonly Node[] | undefined, scope: Scope): Columns {
    const isInside = this.#isCondition;
    this.#isCondition = false;
    const output = new Map<string, Term>();
    for (const target of targets ?? []) {
      if (!('ResTarget' in target) || target.ResTarget.val === undefined) continue;
      const { name, val } = target.ResTarget;
      const fields = 'ColumnRef' in val ? stringsOf(val.ColumnRef.fields) : [];
      if ('ColumnRef' in val && fields.length < (val.ColumnRef.fields?.length ?? 0)) addEvery(output, scope, fields[0]);
      // Naming a column in the result is no condition.
      else if ('ColumnRef' in val && !this.#surroundings.variables.has(fields[0] ?? ''))
        output.set(freeName(output, name ?? fields.at(-1)), scope.resolve(fields));
      else output.set(freeName(output, name), this.#readTerm(val, scope));
    }
    this.#isCondition = isInside;
    return output;
  }

  #markLocked(clause: Node, scope: Scope): void {
    const names = 'LockingClause' in clause ? (clause.LockingClause.lockedRels ?? []) : [];
    const locked = names.map((each) => ('RangeVar' in each ? each.RangeVar.relname : undefined));
    for (const [name, source] of scope.sources)
      if (source.kind === 'table' && (locked.length === 0 || locked.includes(name))) source.place.act = 'lock';
  }

  #addTable(range: unknown, act: Act, scope: Scope): Place | undefined {
    const {
      relname = '',
      schemaname,
      alias,
    } = range as { relname?: string; schemaname?: string; alias?: { aliasname?: string } };
    const name = nameOf(alias) ?? relname;
    const result = schemaname === undefined ? scope.findResult(relname) : undefined;
    if (result !== undefined || this.#surroundings.givenTables.has(relname)) {
      const every = result === undefined ? this.#variable : undefined;
      scope.sources.set(name, { kind: 'derived', columns: this.#follow(result ?? new Map()), ...(every && { every }) });
      return undefined;
    }
    const place = this.places.add(relname, distributionOf(relname, schemaname), act);
    scope.sources.set(name, { kind: 'table', place });
    return place;
  }

  #placeInserted(target: Place, column: string | undefined, term: Term): void {
    const { ids = [] } = target.distribution ?? {};
    if (column === undefined || !ids.includes(column)) return;
    if (term.kind === 'given') this.places.anchor(target.id, { given: term.key });
    else if (term.kind === 'row') this.places.anchor(target.id, { place: term.place });
    else if (term.kind === 'set') this.places.anchor(target.id, 'several');
  }
}

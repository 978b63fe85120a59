import type { Node, SelectStmt } from 'libpg-query';
import {
  addLocatingColumns,
  type Columns,
  chooseFreeName,
  isSameHint,
  makeResultSource,
  readOperatorName,
  renameColumns,
} from './columns.ts';
import { findDistribution } from './distribution.ts';
import { recordEquality } from './record-equality.ts';
import { noLocationHint, Scope } from './scope.ts';
import { findNodes, listNames, readAliasName } from './syntax-tree.ts';
import { type LocationHint, type TableAction, type TableReference, TableReferences } from './table-references.ts';

/** The facts about the variables and tables of a function that the text of its statements does not contain. */
export type FunctionContext = {
  readonly variables: ReadonlySet<string>;
  /** The transition tables of a trigger, which hold the changed rows. */
  readonly transitionTables: ReadonlySet<string>;
  /** Whether the variables come from the row of a trigger. Such variables locate rows of the same shard. */
  readonly isOfTriggerRow: boolean;
};

export type StatementContents = { readonly references: TableReferences; readonly functions: ReadonlySet<string> };

/** Reads which tables a parsed statement touches, and what its conditions say about the location of the rows. */
export function readContents(statement: Node, context: FunctionContext): StatementContents {
  const reader = new StatementReader(context);
  reader.readStatement(statement, undefined);
  return { references: reader.references, functions: reader.functions };
}

class StatementReader {
  readonly references = new TableReferences();
  readonly functions = new Set<string>();
  readonly #context: FunctionContext;
  /** Whether the reader is inside a condition, whose columns tell how the statement looks for rows. */
  #isCondition = false;

  constructor(context: FunctionContext) {
    this.#context = context;
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
      [...(source?.values() ?? [])].forEach((hint, index) => {
        if (target !== undefined) this.#locateInsertedRow(target, columns[index], hint);
      });
      this.#walk([insert.onConflictClause, insert.returningClause], scope);
      return this.#outputOf(insert.returningClause?.exprs, scope);
    }
    if ('UpdateStmt' in node || 'DeleteStmt' in node) {
      const change = 'UpdateStmt' in node ? node.UpdateStmt : node.DeleteStmt;
      this.#readResults(change.withClause, scope);
      this.#addTable(change.relation, 'UpdateStmt' in node ? 'update' : 'delete', scope);
      const additionalFromItems = 'UpdateStmt' in node ? node.UpdateStmt.fromClause : node.DeleteStmt.usingClause;
      for (const item of additionalFromItems ?? []) this.#readFrom(item, scope);
      this.#readCondition(change.whereClause, scope);
      if ('UpdateStmt' in node) this.#walk(node.UpdateStmt.targetList, scope);
      return this.#outputOf(change.returningClause?.exprs, scope);
    }
    // Statements such as LOCK and TRUNCATE name whole tables.
    for (const [kind, value] of findNodes(node)) if (kind === 'RangeVar') this.#addTable(value, 'update', scope);
    return new Map();
  }

  #readSelect(select: SelectStmt, parent: Scope | undefined): Columns {
    const scope = new Scope(parent);
    this.#readResults(select.withClause, scope);
    if (select.larg !== undefined && select.rarg !== undefined) {
      const left = this.#readSelect(select.larg, scope);
      this.#readSelect(select.rarg, scope);
      return new Map([...left.keys()].map((name) => [name, noLocationHint]));
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
    const isComputedBeforeJoin =
      select.limitCount !== undefined || select.distinctClause !== undefined || select.windowClause !== undefined;
    return isComputedBeforeJoin && parent !== undefined ? this.#follow(output) : output;
  }

  /**
   * For a result that is computed before the join: a condition on such a result does not locate the tables of the
   * result.
   */
  #follow(columns: Columns): Columns {
    return new Map([...columns].map(([name, hint]) => [name, this.#followHint(hint)]));
  }

  #followHint(hint: LocationHint): LocationHint {
    return hint.kind === 'row' ? { ...hint, referenceId: this.references.addFollowerNode(hint.referenceId) } : hint;
  }

  #readResults(clause: SelectStmt['withClause'], scope: Scope): void {
    for (const node of clause?.ctes ?? []) {
      if (!('CommonTableExpr' in node)) continue;
      const { ctename = '', ctequery, aliascolnames } = node.CommonTableExpr;
      scope.results.set(ctename, new Map());
      if (ctequery === undefined) continue;
      scope.results.set(ctename, renameColumns(this.readStatement(ctequery, scope), listNames(aliascolnames)));
    }
  }

  #readValues(lists: readonly Node[], scope: Scope): Columns {
    const rows = lists.map((list) =>
      ('List' in list ? (list.List.items ?? []) : []).map((each) => this.#readHint(each, scope)),
    );
    const [first = []] = rows;
    return new Map(
      first.map((hint, index) => {
        const isSame = rows.every((row) => isSameHint(row[index], hint));
        return [`column${index + 1}`, isSame ? hint : ({ kind: 'set' } as const)];
      }),
    );
  }

  #readFrom(node: Node, scope: Scope): readonly number[] {
    if ('RangeVar' in node) {
      const reference = this.#addTable(node.RangeVar, 'read', scope);
      return reference === undefined ? [] : [reference.id];
    }
    if ('RangeSubselect' in node) {
      const { subquery, alias, lateral } = node.RangeSubselect;
      const earlierReferenceCount = this.references.all.length;
      const columns = subquery === undefined ? new Map() : this.readStatement(subquery, scope);
      const output = lateral === true ? this.#follow(columns) : columns;
      scope.sources.set(
        readAliasName(alias) ?? `#${earlierReferenceCount}`,
        makeResultSource(renameColumns(output, listNames(alias?.colnames))),
      );
      return this.references.all.slice(earlierReferenceCount).map((reference) => reference.id);
    }
    if ('RangeFunction' in node) {
      this.#walk(node.RangeFunction.functions, scope);
      const name = readAliasName(node.RangeFunction.alias) ?? `#f${scope.sources.size}`;
      scope.sources.set(name, { kind: 'derived', columns: new Map(), everyColumn: { kind: 'set' } });
      return [];
    }
    if (!('JoinExpr' in node)) return [];
    const { larg, rarg, quals, jointype, usingClause } = node.JoinExpr;
    const leftIds = larg === undefined ? [] : this.#readFrom(larg, scope);
    const rightIds = rarg === undefined ? [] : this.#readFrom(rarg, scope);
    const optionalIds = { JOIN_INNER: undefined, JOIN_LEFT: rightIds, JOIN_RIGHT: leftIds }[jointype as string];
    const isFull = jointype === 'JOIN_FULL';
    if (isFull) this.#walk(quals, scope);
    else this.#readCondition(quals, scope, optionalIds);
    if (!isFull) this.#joinUsing(listNames(usingClause), [...leftIds, ...rightIds], scope, optionalIds);
    return [...leftIds, ...rightIds];
  }

  #joinUsing(names: readonly string[], ids: readonly number[], scope: Scope, optionalIds?: readonly number[]): void {
    for (const name of names) {
      const hints = [...scope.sources.keys()].map((source) => scope.resolve([source, name]));
      const hintsOfJoinedColumns = hints.filter((hint) => 'referenceId' in hint && ids.includes(hint.referenceId));
      for (const hint of hintsOfJoinedColumns.slice(1))
        recordEquality(this.references, scope, hintsOfJoinedColumns[0] ?? noLocationHint, hint, optionalIds);
    }
  }

  /** Reads a condition that every row of the result meets. @param optionalIds tables that an outer join may leave out. */
  #readCondition(node: Node | undefined, scope: Scope, optionalIds?: readonly number[]): void {
    if (node === undefined) return;
    const wasInCondition = this.#isCondition;
    this.#isCondition = true;
    this.#readParts(node, scope, optionalIds);
    this.#isCondition = wasInCondition;
  }

  #readParts(node: Node, scope: Scope, optionalIds?: readonly number[]): void {
    if ('BoolExpr' in node && node.BoolExpr.boolop === 'AND_EXPR') {
      for (const each of node.BoolExpr.args ?? []) this.#readCondition(each, scope, optionalIds);
    } else if ('A_Expr' in node && readOperatorName(node.A_Expr.name) === '=') {
      this.#readEquality(node.A_Expr, scope, optionalIds);
    } else if ('SubLink' in node && node.SubLink.subLinkType === 'ANY_SUBLINK' && node.SubLink.testexpr !== undefined) {
      const leftHint = this.#readHint(node.SubLink.testexpr, scope);
      const columns =
        node.SubLink.subselect === undefined ? new Map() : this.readStatement(node.SubLink.subselect, scope);
      const [firstHint = noLocationHint] = this.#follow(columns).values();
      recordEquality(this.references, scope, leftHint, firstHint, optionalIds);
    } else this.#walk(node, scope);
  }

  #readEquality(
    expression: Extract<Node, { A_Expr: unknown }>['A_Expr'],
    scope: Scope,
    optionalIds?: readonly number[],
  ): void {
    const { kind, lexpr, rexpr } = expression;
    if (lexpr === undefined || rexpr === undefined) return;
    if ('RowExpr' in lexpr && 'RowExpr' in rexpr) {
      (lexpr.RowExpr.args ?? []).forEach((left, index) => {
        const right = rexpr.RowExpr.args?.[index];
        if (right !== undefined && kind === 'AEXPR_OP')
          recordEquality(
            this.references,
            scope,
            this.#readHint(left, scope),
            this.#readHint(right, scope),
            optionalIds,
          );
      });
      return;
    }
    const leftHint = this.#readHint(lexpr, scope);
    if (kind === 'AEXPR_OP' || kind === 'AEXPR_NOT_DISTINCT')
      recordEquality(this.references, scope, leftHint, this.#readHint(rexpr, scope), optionalIds);
    else if (kind === 'AEXPR_IN') {
      const items = 'List' in rexpr ? (rexpr.List.items ?? []) : [];
      const hints = items.map((each) => this.#readHint(each, scope));
      recordEquality(
        this.references,
        scope,
        leftHint,
        hints.length === 1 ? (hints[0] ?? noLocationHint) : { kind: 'set' },
        optionalIds,
      );
    } else if (kind === 'AEXPR_OP_ANY') {
      this.#walk(rexpr, scope);
      recordEquality(this.references, scope, leftHint, { kind: 'set' }, optionalIds);
    } else this.#walk(rexpr, scope);
  }

  #readHint(node: Node, scope: Scope): LocationHint {
    if ('TypeCast' in node && node.TypeCast.arg !== undefined) return this.#readHint(node.TypeCast.arg, scope);
    if ('ParamRef' in node) return { kind: 'given', key: `$${node.ParamRef.number}` };
    if ('A_Const' in node) return { kind: 'given', key: JSON.stringify(node.A_Const) };
    if ('ColumnRef' in node) return this.#resolve(listNames(node.ColumnRef.fields), scope);
    if ('SubLink' in node && node.SubLink.subLinkType === 'EXPR_SUBLINK' && node.SubLink.subselect !== undefined) {
      const [firstHint = noLocationHint] = this.#follow(this.readStatement(node.SubLink.subselect, scope)).values();
      // The value of the subquery is computed before the search for the rows of the outer query.
      return firstHint.kind === 'row' ? { ...firstHint, scope } : firstHint;
    }
    this.#walk(node, scope);
    return noLocationHint;
  }

  get #variable(): LocationHint {
    return { kind: 'given', key: 'row', isOfTriggerRow: this.#context.isOfTriggerRow };
  }

  #resolve(fields: readonly string[], scope: Scope): LocationHint {
    const { variables } = this.#context;
    const [first = ''] = fields;
    if (variables.has(first)) return this.#variable;
    const hint = scope.resolve(fields);
    const reference = 'referenceId' in hint ? this.references.all.find(({ id }) => id === hint.referenceId) : undefined;
    if (this.#isCondition) reference?.columns.add(fields.at(-1) ?? '');
    return hint;
  }

  /** Reads the queries and function calls in an expression that tells nothing about the location of rows. */
  #walk(value: unknown, scope: Scope): void {
    for (const [kind, node] of findNodes(value)) {
      if (kind === 'SelectStmt') this.#readSelect(node as SelectStmt, scope);
      else if (kind === 'ColumnRef') this.#resolve(listNames((node as { fields?: Node[] }).fields), scope);
      else if (kind === 'FuncCall')
        this.functions.add(listNames((node as { funcname?: Node[] }).funcname).at(-1) ?? '');
    }
  }

  #outputOf(targets: readonly Node[] | undefined, scope: Scope): Columns {
    const wasInCondition = this.#isCondition;
    this.#isCondition = false;
    const output = new Map<string, LocationHint>();
    for (const target of targets ?? []) {
      if (!('ResTarget' in target) || target.ResTarget.val === undefined) continue;
      const { name, val } = target.ResTarget;
      const fields = 'ColumnRef' in val ? listNames(val.ColumnRef.fields) : [];
      if ('ColumnRef' in val && fields.length < (val.ColumnRef.fields?.length ?? 0))
        addLocatingColumns(output, scope, fields[0]);
      // A column in the result is not part of a condition.
      else if ('ColumnRef' in val && !this.#context.variables.has(fields[0] ?? ''))
        output.set(chooseFreeName(output, name ?? fields.at(-1)), scope.resolve(fields));
      else output.set(chooseFreeName(output, name), this.#readHint(val, scope));
    }
    this.#isCondition = wasInCondition;
    return output;
  }

  #markLocked(clause: Node, scope: Scope): void {
    const names = 'LockingClause' in clause ? (clause.LockingClause.lockedRels ?? []) : [];
    const lockedNames = names.map((each) => ('RangeVar' in each ? each.RangeVar.relname : undefined));
    for (const [name, source] of scope.sources)
      if (source.kind === 'table' && (lockedNames.length === 0 || lockedNames.includes(name)))
        source.reference.action = 'lock';
  }

  #addTable(rangeVariable: unknown, action: TableAction, scope: Scope): TableReference | undefined {
    const {
      relname = '',
      schemaname,
      alias,
    } = rangeVariable as { relname?: string; schemaname?: string; alias?: { aliasname?: string } };
    const name = readAliasName(alias) ?? relname;
    const result = schemaname === undefined ? scope.findResult(relname) : undefined;
    if (result !== undefined || this.#context.transitionTables.has(relname)) {
      const hintForEveryColumn = result === undefined ? this.#variable : undefined;
      scope.sources.set(name, {
        kind: 'derived',
        columns: this.#follow(result ?? new Map()),
        ...(hintForEveryColumn && { everyColumn: hintForEveryColumn }),
      });
      return undefined;
    }
    const reference = this.references.add(relname, findDistribution(relname, schemaname), action);
    scope.sources.set(name, { kind: 'table', reference });
    return reference;
  }

  #locateInsertedRow(target: TableReference, column: string | undefined, hint: LocationHint): void {
    const { keyColumns = [] } = target.distribution ?? {};
    if (column === undefined || !keyColumns.includes(column)) return;
    if (hint.kind === 'given') this.references.addLocator(target.id, { given: hint.key });
    else if (hint.kind === 'row') this.references.addLocator(target.id, { referenceId: hint.referenceId });
    else if (hint.kind === 'set') this.references.addLocator(target.id, 'several');
  }
}

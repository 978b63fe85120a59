import { loadModule, type Node, parseSync } from 'libpg-query';
import type { DistributionKind } from './distribution.ts';
import { type FunctionContext, readContents, type StatementContents } from './read-statement.ts';
import type { TableReference } from './table-references.ts';

/**
 * What a statement would touch:
 * - `nothing`: no table, or only small tables that every server has;
 * - `one-shard`: rows of the shard of one listing, with the copies of accounts there;
 * - `accounts`: tables of the database of accounts;
 * - `global`: tables that are not divided and exist on one server only;
 * - `two-places`: one shard and a table that is not on it;
 * - `several-shards`: more than one shard, or a shard that the statement does not determine.
 */
export const statementClasses = ['nothing', 'one-shard', 'accounts', 'global', 'two-places', 'several-shards'] as const;
export type StatementClass = (typeof statementClasses)[number];

export type Verdict = {
  readonly class: StatementClass;
  /** Texts that say why the statement touches more than one shard; the reviewed reasons name the same texts. */
  readonly faults: readonly string[];
  /** The functions that the statement calls. */
  readonly functions: ReadonlySet<string>;
};

const emptyContext: FunctionContext = { variables: new Set(), transitionTables: new Set(), isOfTriggerRow: false };

/** Loads the parser, which is WebAssembly. Call `loadParser` once before the first statement is judged. */
export const loadParser = loadModule;

/**
 * Judges a statement with PostgreSQL's own parser.
 * @throws Error when the parser does not understand the statement.
 */
export function judgeStatement(text: string, context: FunctionContext = emptyContext): Verdict {
  const verdicts = (parseSync(text).stmts ?? []).flatMap(({ stmt }) =>
    stmt === undefined ? [] : judgeParsedStatement(stmt, context),
  );
  return mergeVerdicts(verdicts);
}

/**
 * The verdict on several statements that run together. Each statement determines its shard independently of the other
 * statements.
 */
export function mergeVerdicts(verdicts: readonly Verdict[]): Verdict {
  return {
    class: statementClasses[Math.max(0, ...verdicts.map((each) => statementClasses.indexOf(each.class)))] ?? 'nothing',
    faults: [...new Set(verdicts.flatMap(({ faults }) => faults))],
    functions: new Set(verdicts.flatMap(({ functions }) => [...functions])),
  };
}

function judgeParsedStatement(statement: Node, context: FunctionContext): Verdict {
  const contents = readContents(statement, context);
  const { functions } = contents;
  const shardFaults = [
    ...findUnlocatedTables(contents, shardKinds),
    ...findUnlocatedTables(contents, accountKinds),
    ...findSeparateTables(contents),
  ];
  if (shardFaults.length > 0) return { class: 'several-shards', faults: shardFaults, functions };
  const { all } = contents.references;
  const isOnShard = all.some((reference) => shardKinds.has(readKind(reference)));
  const isInAccountsDatabase = all.some((reference) => needsAccountsDatabase(reference, isOnShard));
  const usesGlobalTable = all.some((reference) => readKind(reference) === 'global');
  const foundClasses: readonly StatementClass[] = [
    ...(isOnShard ? (['one-shard'] as const) : []),
    ...(isInAccountsDatabase ? (['accounts'] as const) : []),
    ...(usesGlobalTable ? (['global'] as const) : []),
  ];
  if (foundClasses.length < 2) return { class: foundClasses[0] ?? 'nothing', faults: [], functions };
  const referencesElsewhere = all.filter(
    (reference) => readKind(reference) === 'global' || needsAccountsDatabase(reference, isOnShard),
  );
  return {
    class: 'two-places',
    faults: [...new Set(referencesElsewhere.map((reference) => `${describeReference(reference)} elsewhere`))],
    functions,
  };
}

const shardKinds: ReadonlySet<string> = new Set<DistributionKind>(['listing', 'shard']);
const accountKinds: ReadonlySet<string> = new Set<DistributionKind>(['account', 'copied']);

function readKind(reference: TableReference): DistributionKind | 'unknown' {
  return reference.distribution?.kind ?? 'unknown';
}

function isWrite({ action }: TableReference): boolean {
  return action === 'insert' || action === 'update' || action === 'delete';
}

/** Whether a table is needed in the database of accounts. Each shard has read-only copies of some of these tables. */
function needsAccountsDatabase(reference: TableReference, isOnShard: boolean): boolean {
  const kind = readKind(reference);
  return kind === 'account' || (kind === 'copied' && (!isOnShard || isWrite(reference)));
}

/**
 * Finds the tables in which the statement looks for rows without a value that tells on which shard the rows are. Among
 * tables that are joined or that are only reached through another such table, only the first table is named.
 */
function findUnlocatedTables({ references }: StatementContents, kinds: ReadonlySet<string>): readonly string[] {
  const faults = new Map<number, string>();
  for (const reference of references.all) {
    if (!kinds.has(readKind(reference)) || !needsShardKey(reference)) continue;
    const location = references.findRowLocation(reference.id);
    if (location?.by === 'one') continue;
    const root = references.findUnlocatedRoot(reference.id);
    if (!faults.has(root))
      faults.set(root, `${describeReference(reference)}${location === undefined ? '' : ' of several'}`);
  }
  return [...new Set(faults.values())];
}

/**
 * Whether the statement needs a value that tells on which shard the row is. A row of kind `shard` is inserted on the
 * shard of the transaction, and the copy of an account can be read on every shard.
 */
function needsShardKey(reference: TableReference): boolean {
  const kind = readKind(reference);
  if (kind === 'listing') return true;
  if (kind === 'shard') return reference.action !== 'insert';
  if (kind === 'copied') return reference.action === 'update' || reference.action === 'delete';
  return kind === 'account' && reference.distribution?.keyColumns !== undefined && reference.action !== 'insert';
}

/** Finds tables whose rows are determined by different values, because these values may belong to different shards. */
function findSeparateTables({ references }: StatementContents): readonly string[] {
  const referencesByKey = new Map<string, TableReference>();
  for (const reference of references.all) {
    const location = shardKinds.has(readKind(reference)) ? references.findRowLocation(reference.id) : undefined;
    if (location?.by === 'one' && !referencesByKey.has(location.key)) referencesByKey.set(location.key, reference);
  }
  if (referencesByKey.size < 2) return [];
  return [
    `${[...referencesByKey.values()]
      .map(({ table }) => table)
      .sort()
      .join(' and ')} by different values`,
  ];
}

function describeReference({ action, table, columns }: TableReference): string {
  const columnNames = [...columns].sort().join(', ');
  return columnNames === '' ? `${action} ${table}` : `${action} ${table} by ${columnNames}`;
}

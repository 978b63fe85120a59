import { loadModule, type Node, parseSync } from 'libpg-query';
import type { DistributionKind } from './distribution.ts';
import type { Place } from './places.ts';
import { type ReadStatement, readStatement, type Surroundings } from './read-statement.ts';

/**
 * What a statement would touch:
 * - `nothing`: no table, or only small tables that every server has;
 * - `one-shard`: rows of the shard of one listing, with the copies of accounts there;
 * - `accounts`: tables of the database of accounts;
 * - `global`: tables that are not divided and exist on one server only;
 * - `two-places`: one shard and a table that is not on it;
 * - `several-shards`: more than one shard, or a shard that the statement does not determine.
 */
export const classes = ['nothing', 'one-shard', 'accounts', 'global', 'two-places', 'several-shards'] as const;
export type StatementClass = (typeof classes)[number];

export type Verdict = {
  readonly class: StatementClass;
  /** Why the statement is not on one shard: each is a key of the reviewed list. */
  readonly faults: readonly string[];
  /** The functions that the statement calls. */
  readonly functions: ReadonlySet<string>;
};

const noSurroundings: Surroundings = { variables: new Set(), givenTables: new Set(), isOfRow: false };

/** Loads the parser, which is WebAssembly. Call it once before the first judgement. */
export const loadParser = loadModule;

/**
 * Judges a statement with PostgreSQL's own parser.
 * @throws Error when the parser does not understand the statement.
 */
export function judgeStatement(text: string, surroundings: Surroundings = noSurroundings): Verdict {
  const verdicts = (parseSync(text).stmts ?? []).flatMap(({ stmt }) =>
    stmt === undefined ? [] : judgeParsed(stmt, surroundings),
  );
  return mergeVerdicts(verdicts);
}

/** The verdict on several statements that run together. Each of them finds its shard by itself. */
export function mergeVerdicts(verdicts: readonly Verdict[]): Verdict {
  return {
    class: classes[Math.max(0, ...verdicts.map((each) => classes.indexOf(each.class)))] ?? 'nothing',
    faults: [...new Set(verdicts.flatMap(({ faults }) => faults))],
    functions: new Set(verdicts.flatMap(({ functions }) => [...functions])),
  };
}

function judgeParsed(statement: Node, surroundings: Surroundings): Verdict {
  const read = readStatement(statement, surroundings);
  const { functions } = read;
  const several = [...findLost(read, onShard), ...findLost(read, withAccounts), ...findSeparate(read)];
  if (several.length > 0) return { class: 'several-shards', faults: several, functions };
  const { all } = read.places;
  const isOnShard = all.some((place) => onShard.has(kindOf(place)));
  const isWithAccounts = all.some((place) => needsAccounts(place, isOnShard));
  const isGlobal = all.some((place) => kindOf(place) === 'global');
  const found: readonly StatementClass[] = [
    ...(isOnShard ? (['one-shard'] as const) : []),
    ...(isWithAccounts ? (['accounts'] as const) : []),
    ...(isGlobal ? (['global'] as const) : []),
  ];
  if (found.length < 2) return { class: found[0] ?? 'nothing', faults: [], functions };
  const far = all.filter((place) => kindOf(place) === 'global' || needsAccounts(place, isOnShard));
  return { class: 'two-places', faults: [...new Set(far.map((place) => `${describe(place)} elsewhere`))], functions };
}

const onShard: ReadonlySet<string> = new Set<DistributionKind>(['listing', 'shard']);
const withAccounts: ReadonlySet<string> = new Set<DistributionKind>(['account', 'copied']);

function kindOf(place: Place): DistributionKind | 'unknown' {
  return place.distribution?.kind ?? 'unknown';
}

function isWrite({ act }: Place): boolean {
  return act === 'insert' || act === 'update' || act === 'delete';
}

/** Whether a table is reached in the database of accounts. A shard has copies of some of its tables, which are only read. */
function needsAccounts(place: Place, isOnShard: boolean): boolean {
  const kind = kindOf(place);
  return kind === 'account' || (kind === 'copied' && (!isOnShard || isWrite(place)));
}

/**
 * Finds the tables whose rows the statement looks for without a value that names their place. Of tables that stand
 * together, and of those that are only looked for through a lost one, the first one is named.
 */
function findLost({ places }: ReadStatement, kinds: ReadonlySet<string>): readonly string[] {
  const faults = new Map<number, string>();
  for (const place of places.all) {
    if (!kinds.has(kindOf(place)) || !needsKey(place)) continue;
    const location = places.locate(place.id);
    if (location?.by === 'one') continue;
    const root = places.findCause(place.id);
    if (!faults.has(root)) faults.set(root, `${describe(place)}${location === undefined ? '' : ' of several'}`);
  }
  return [...new Set(faults.values())];
}

/** A row of the shard itself is added where the transaction is, and the copy of an account is on every shard. */
function needsKey(place: Place): boolean {
  const kind = kindOf(place);
  if (kind === 'listing') return true;
  if (kind === 'shard') return place.act !== 'insert';
  if (kind === 'copied') return place.act === 'update' || place.act === 'delete';
  return kind === 'account' && place.distribution?.ids !== undefined && place.act !== 'insert';
}

/** Finds tables that are found by different values, which may lead to different shards. */
function findSeparate({ places }: ReadStatement): readonly string[] {
  const keys = new Map<string, Place>();
  for (const place of places.all) {
    const location = onShard.has(kindOf(place)) ? places.locate(place.id) : undefined;
    if (location?.by === 'one' && !keys.has(location.key)) keys.set(location.key, place);
  }
  if (keys.size < 2) return [];
  return [
    `${[...keys.values()]
      .map(({ table }) => table)
      .sort()
      .join(' and ')} by different values`,
  ];
}

function describe({ act, table, columns }: Place): string {
  const names = [...columns].sort().join(', ');
  return names === '' ? `${act} ${table}` : `${act} ${table} by ${names}`;
}

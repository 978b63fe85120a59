import type { Node } from 'libpg-query';
import type { FromEntry, Scope } from './scope.ts';
import { listNames } from './syntax-tree.ts';
import type { LocationHint } from './table-references.ts';

/** The columns of a result by name, in their order. */
export type Columns = ReadonlyMap<string, LocationHint>;

/** Whether two expressions have the same value in every row. */
export function isSameHint(first: LocationHint | undefined, second: LocationHint | undefined): boolean {
  if (first?.kind === 'given') return second?.kind === 'given' && first.key === second.key;
  return first?.kind === 'row' && second?.kind === 'row' && first.referenceId === second.referenceId;
}

/** Returns the operator of an expression without its schema. */
export function readOperatorName(name: readonly Node[] | undefined): string | undefined {
  return listNames(name).at(-1);
}

/** Makes an entry of FROM for a query result whose columns are known. */
export function makeResultSource(columns: Columns): FromEntry {
  return { kind: 'derived', columns };
}

/** Gives columns the names of an alias, in their order. */
export function renameColumns(columns: Columns, names: readonly string[]): Columns {
  return new Map([...columns].map(([name, hint], index) => [names[index] ?? name, hint]));
}

/** Adds the columns of `*` or `table.*` that tell on which shard a row is. */
export function addLocatingColumns(
  output: Map<string, LocationHint>,
  scope: Scope,
  tableOfStar: string | undefined,
): void {
  for (const [name, source] of scope.sources) {
    if (tableOfStar !== undefined && tableOfStar !== name) continue;
    if (source.kind === 'derived') for (const [column, hint] of source.columns) output.set(column, hint);
    else {
      const { keyColumns = [], joinColumns = [] } = source.reference.distribution ?? {};
      for (const column of [...keyColumns, ...joinColumns]) output.set(column, scope.resolve([name, column]));
    }
  }
}

/** Chooses a name for a column. INSERT uses the order of the columns, so a repeated name must not replace a column. */
export function chooseFreeName(output: ReadonlyMap<string, LocationHint>, name: string | undefined): string {
  return name === undefined || output.has(name) ? `#${output.size}` : name;
}

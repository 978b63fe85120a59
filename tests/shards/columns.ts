import type { Node } from 'libpg-query';
import type { Term } from './places.ts';
import type { Scope, Source } from './scope.ts';
import { stringsOf } from './syntax-tree.ts';

/** The columns of a result by name, in their order. */
export type Columns = ReadonlyMap<string, Term>;

/** Whether two expressions have one value in every row. */
export function isSameTerm(first: Term | undefined, second: Term | undefined): boolean {
  if (first?.kind === 'given') return second?.kind === 'given' && first.key === second.key;
  return first?.kind === 'row' && second?.kind === 'row' && first.place === second.place;
}

/** Returns the operator of an expression without its schema. */
export function nameOfOperator(name: readonly Node[] | undefined): string | undefined {
  return stringsOf(name).at(-1);
}

/** A result in FROM. */
export function derived(columns: Columns): Source {
  return { kind: 'derived', columns };
}

/** Gives columns the names of an alias, in their order. */
export function rename(columns: Columns, names: readonly string[]): Columns {
  return new Map([...columns].map(([name, term], index) => [names[index] ?? name, term]));
}

/** Adds the columns of `*` or `table.*` that lead somewhere. */
export function addEvery(output: Map<string, Term>, scope: Scope, qualifier: string | undefined): void {
  for (const [name, source] of scope.sources) {
    if (qualifier !== undefined && qualifier !== name) continue;
    if (source.kind === 'derived') for (const [column, term] of source.columns) output.set(column, term);
    else {
      const { ids = [], joins = [] } = source.place.distribution ?? {};
      for (const column of [...ids, ...joins]) output.set(column, scope.resolve([name, column]));
    }
  }
}

/** The order of the columns counts for INSERT, so that a second column of a name gets another one. */
export function freeName(output: ReadonlyMap<string, Term>, name: string | undefined): string {
  return name === undefined || output.has(name) ? `#${output.size}` : name;
}

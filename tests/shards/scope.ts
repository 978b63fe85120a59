import type { Level, Place, Term } from './places.ts';

/** What a name in FROM stands for: a table, or a result whose columns are known by name. */
export type Source =
  | { readonly kind: 'table'; readonly place: Place }
  | { readonly kind: 'derived'; readonly columns: ReadonlyMap<string, Term>; readonly every?: Term };

export const unknownTerm: Term = { kind: 'none' };

/** The names of one level of a query; `parent` is the level around it. */
export class Scope implements Level {
  readonly sources = new Map<string, Source>();
  readonly results = new Map<string, ReadonlyMap<string, Term>>();
  readonly parent: Scope | undefined;

  constructor(parent?: Scope) {
    this.parent = parent;
  }

  findResult(name: string): ReadonlyMap<string, Term> | undefined {
    return this.results.get(name) ?? this.parent?.findResult(name);
  }

  /** Resolves `table.column`, or `column` alone: the innermost level that knows it decides. */
  resolve(fields: readonly string[]): Term {
    const [qualifier, column] = fields.length > 1 ? fields.slice(-2) : [undefined, fields[0]];
    if (column === undefined) return unknownTerm;
    const term =
      qualifier === undefined ? this.#resolveAlone(column) : this.#resolveOf(this.sources.get(qualifier), column);
    return term ?? this.parent?.resolve(fields) ?? unknownTerm;
  }

  #resolveAlone(column: string): Term | undefined {
    const sources = [...this.sources.values()];
    const terms = sources.flatMap((source) => this.#resolveOf(source, column) ?? []);
    const leading = terms.find((term) => term.kind !== 'value' && term.kind !== 'none');
    // A column that leads nowhere belongs to the only table of the level, or to none that matters.
    if (leading !== undefined || sources.length === 1) return leading ?? terms[0];
    return this.parent === undefined ? terms[0] : undefined;
  }

  #resolveOf(source: Source | undefined, column: string): Term | undefined {
    if (source === undefined) return undefined;
    if (source.kind === 'derived') return source.columns.get(column) ?? source.every;
    const { place } = source;
    const carries = place.distribution?.ids?.includes(column) === true;
    const isShared = place.distribution?.joins?.includes(column) === true;
    return carries || isShared
      ? { kind: 'row', place: place.id, scope: this, carries }
      : { kind: 'value', place: place.id, scope: this };
  }
}

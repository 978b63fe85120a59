import type { LocationHint, QueryLevel, TableReference } from './table-references.ts';

/** What a name in FROM stands for: a table, or a result whose columns are known by name. */
export type FromEntry =
  | { readonly kind: 'table'; readonly reference: TableReference }
  | {
      readonly kind: 'derived';
      readonly columns: ReadonlyMap<string, LocationHint>;
      readonly everyColumn?: LocationHint;
    };

export const noLocationHint: LocationHint = { kind: 'none' };

/** The names of one query or subquery; `parent` is the query around it. */
export class Scope implements QueryLevel {
  readonly sources = new Map<string, FromEntry>();
  readonly results = new Map<string, ReadonlyMap<string, LocationHint>>();
  readonly parent: Scope | undefined;

  constructor(parent?: Scope) {
    this.parent = parent;
  }

  findResult(name: string): ReadonlyMap<string, LocationHint> | undefined {
    return this.results.get(name) ?? this.parent?.findResult(name);
  }

  /** Resolves `table.column`, or `column` alone: the innermost query that has this name decides. */
  resolve(fields: readonly string[]): LocationHint {
    const [qualifier, column] = fields.length > 1 ? fields.slice(-2) : [undefined, fields[0]];
    if (column === undefined) return noLocationHint;
    const hint =
      qualifier === undefined ? this.#resolveAlone(column) : this.#resolveOf(this.sources.get(qualifier), column);
    return hint ?? this.parent?.resolve(fields) ?? noLocationHint;
  }

  #resolveAlone(column: string): LocationHint | undefined {
    const sources = [...this.sources.values()];
    const hints = sources.flatMap((source) => this.#resolveOf(source, column) ?? []);
    const locatingHint = hints.find((hint) => hint.kind !== 'value' && hint.kind !== 'none');
    // A column that does not locate a row belongs to the only table of the query, or to a table that is not relevant
    // here.
    if (locatingHint !== undefined || sources.length === 1) return locatingHint ?? hints[0];
    return this.parent === undefined ? hints[0] : undefined;
  }

  #resolveOf(source: FromEntry | undefined, column: string): LocationHint | undefined {
    if (source === undefined) return undefined;
    if (source.kind === 'derived') return source.columns.get(column) ?? source.everyColumn;
    const { reference } = source;
    const isKeyColumn = reference.distribution?.keyColumns?.includes(column) === true;
    const isJoinColumn = reference.distribution?.joinColumns?.includes(column) === true;
    return isKeyColumn || isJoinColumn
      ? { kind: 'row', referenceId: reference.id, scope: this, isKeyColumn }
      : { kind: 'value', referenceId: reference.id, scope: this };
  }
}

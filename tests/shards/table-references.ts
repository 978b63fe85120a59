import type { Distribution } from './distribution.ts';

export type TableAction = 'read' | 'lock' | 'insert' | 'update' | 'delete';

/** One use of a table in a statement. */
export type TableReference = {
  readonly id: number;
  readonly table: string;
  readonly distribution: Distribution | undefined;
  action: TableAction;
  /** The columns in conditions with which the statement looks for rows. */
  readonly columns: Set<string>;
};

/** A query or subquery; `parent` is the query around it. */
export type QueryLevel = { readonly parent: QueryLevel | undefined };

/** What an expression says about the location of a row. */
export type LocationHint =
  /** A column of a row that is on the same shard as the row of the table reference. */
  | { readonly kind: 'row'; readonly referenceId: number; readonly scope: QueryLevel; readonly isKeyColumn: boolean }
  /** One value for the whole statement; `isOfTriggerRow` when it comes from the row of a trigger. */
  | { readonly kind: 'given'; readonly key: string; readonly isOfTriggerRow?: boolean }
  /** Several values. */
  | { readonly kind: 'set' }
  /** Another column, whose value may be different in each row. */
  | { readonly kind: 'value'; readonly referenceId: number; readonly scope: QueryLevel }
  | { readonly kind: 'none' };

/** Where a row is: on the shard that one value determines, on several shards, or unknown. */
export type RowLocation = { readonly by: 'one'; readonly key: string } | { readonly by: 'several' } | undefined;

type RowLocator = { readonly given: string } | { readonly referenceId: number } | 'several';

/**
 * The table references of one statement, and which of them are on the same shard. `join` records that the rows of two
 * references are on the same shard. `addLocator` records in one direction that two rows are on the same shard: the
 * locator locates the row, but the row does not locate anything else.
 */
export class TableReferences {
  readonly all: TableReference[] = [];
  readonly #parents: number[] = [];
  readonly #locators: RowLocator[][] = [];

  add(table: string, distribution: Distribution | undefined, action: TableAction): TableReference {
    const reference = { id: this.#addNode(), table, distribution, action, columns: new Set<string>() };
    this.all.push(reference);
    return reference;
  }

  /**
   * Adds a node on the same shard as the reference. A row that is joined to the added node does not locate the
   * reference.
   */
  addFollowerNode(referenceId: number): number {
    const followerId = this.#addNode();
    this.addLocator(followerId, { referenceId });
    return followerId;
  }

  join(first: number, second: number): void {
    this.#parents[this.#findRoot(first)] = this.#findRoot(second);
  }

  addLocator(referenceId: number, locator: RowLocator): void {
    this.#locators[referenceId]?.push(locator);
  }

  findRowLocation(referenceId: number, visitedRootIds: ReadonlySet<number> = new Set()): RowLocation {
    const root = this.#findRoot(referenceId);
    if (visitedRootIds.has(root)) return undefined;
    const locators = this.#locatorsOf(root);
    // When several given values locate one row, they determine the same shard or no row matches. Any of the values can
    // therefore be used.
    const [key] = locators
      .flatMap((locator) => (locator !== 'several' && 'given' in locator ? [locator.given] : []))
      .sort();
    if (key !== undefined) return { by: 'one', key: this.#canonicalKey(key) };
    const visitedIdsWithRoot = new Set([...visitedRootIds, root]);
    const otherLocations = locators.flatMap((locator) =>
      locator !== 'several' && 'referenceId' in locator
        ? [this.findRowLocation(locator.referenceId, visitedIdsWithRoot)]
        : [],
    );
    return (
      otherLocations.find((each) => each?.by === 'one') ??
      otherLocations.find((each) => each !== undefined) ??
      (locators.includes('several') ? { by: 'several' } : undefined)
    );
  }

  /**
   * Returns the reference through which a reference without a location is reached; joined references return the same
   * number.
   */
  findUnlocatedRoot(referenceId: number, visitedRootIds: ReadonlySet<number> = new Set()): number {
    const root = this.#findRoot(referenceId);
    const nextLocator = this.#locatorsOf(root).find((locator) => locator !== 'several' && 'referenceId' in locator);
    if (visitedRootIds.has(root) || nextLocator === undefined) return root;
    return this.findUnlocatedRoot(nextLocator.referenceId, new Set([...visitedRootIds, root]));
  }

  /** Returns one key for all given values that locate the same row, because they determine the same shard. */
  #canonicalKey(key: string): string {
    const equivalentKeys = new Set([key]);
    const givenKeysOfRoots = this.#givenKeysByRoot();
    for (let size = 0; size !== equivalentKeys.size; ) {
      size = equivalentKeys.size;
      for (const keys of givenKeysOfRoots)
        if (keys.some((each) => equivalentKeys.has(each))) for (const each of keys) equivalentKeys.add(each);
    }
    return [...equivalentKeys].sort()[0] ?? key;
  }

  #givenKeysByRoot(): readonly (readonly string[])[] {
    const rootIds = new Set(this.#locators.keys().map((node) => this.#findRoot(node)));
    return [...rootIds].map((root) => this.#listGivenKeys(root, new Set()));
  }

  /** Lists the given values that locate a reference, directly or through other references. */
  #listGivenKeys(root: number, visitedRootIds: ReadonlySet<number>): readonly string[] {
    if (visitedRootIds.has(root)) return [];
    const visitedIdsWithRoot = new Set([...visitedRootIds, root]);
    return this.#locatorsOf(root).flatMap((locator) => {
      if (locator === 'several') return [];
      return 'given' in locator
        ? [locator.given]
        : this.#listGivenKeys(this.#findRoot(locator.referenceId), visitedIdsWithRoot);
    });
  }

  #locatorsOf(root: number): readonly RowLocator[] {
    return this.#locators.flatMap((each, node) => (this.#findRoot(node) === root ? each : []));
  }

  #addNode(): number {
    this.#parents.push(this.#parents.length);
    this.#locators.push([]);
    return this.#parents.length - 1;
  }

  #findRoot(node: number): number {
    const parent = this.#parents[node] ?? node;
    return parent === node ? node : this.#findRoot(parent);
  }
}

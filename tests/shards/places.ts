import type { Distribution } from './distribution.ts';

export type Act = 'read' | 'lock' | 'insert' | 'update' | 'delete';

/** A table as it stands at one point of a statement. */
export type Place = {
  readonly id: number;
  readonly table: string;
  readonly distribution: Distribution | undefined;
  act: Act;
  /** The columns that conditions name: how the statement looks for its rows. */
  readonly columns: Set<string>;
};

/** A level of a query; `parent` is the level around it. */
export type Level = { readonly parent: Level | undefined };

/** What an expression says about the place of a row. */
export type Term =
  /** A column of a row that stands on the same shard as the row of `place`. */
  | { readonly kind: 'row'; readonly place: number; readonly scope: Level; readonly carries: boolean }
  /** One value for the whole statement; `isOfRow` when it comes from the row of a trigger. */
  | { readonly kind: 'given'; readonly key: string; readonly isOfRow?: boolean }
  /** Several values. */
  | { readonly kind: 'set' }
  /** Another column, whose value may be different in each row. */
  | { readonly kind: 'value'; readonly place: number; readonly scope: Level }
  | { readonly kind: 'none' };

/** Where a row stands: by one value, by several, by a value of another row, or nobody knows. */
export type Location = { readonly by: 'one'; readonly key: string } | { readonly by: 'several' } | undefined;

type Anchor = { readonly given: string } | { readonly place: number } | 'several';

/**
 * The tables of one statement, and which of them stand on one shard. `join` says that the rows of two tables stand on
 * the same shard. `anchor` says it in one direction: the row is where the other one is, but does not find the other.
 */
export class Places {
  readonly all: Place[] = [];
  readonly #parents: number[] = [];
  readonly #anchors: Anchor[][] = [];

  add(table: string, distribution: Distribution | undefined, act: Act): Place {
    const place = { id: this.#addNode(), table, distribution, act, columns: new Set<string>() };
    this.all.push(place);
    return place;
  }

  /** Returns a node that stands where `place` does. What is joined to it does not help to find `place`. */
  addFollower(place: number): number {
    const follower = this.#addNode();
    this.anchor(follower, { place });
    return follower;
  }

  join(first: number, second: number): void {
    this.#parents[this.#findRoot(first)] = this.#findRoot(second);
  }

  anchor(place: number, anchor: Anchor): void {
    this.#anchors[place]?.push(anchor);
  }

  locate(place: number, visited: ReadonlySet<number> = new Set()): Location {
    const root = this.#findRoot(place);
    if (visited.has(root)) return undefined;
    const anchors = this.#anchorsOf(root);
    // Several given values of one row lead to one shard, or to no row; the first one is as good as the others.
    const [key] = anchors.flatMap((anchor) => (anchor !== 'several' && 'given' in anchor ? [anchor.given] : [])).sort();
    if (key !== undefined) return { by: 'one', key: this.#canonicalKey(key) };
    const others = new Set([...visited, root]);
    const followed = anchors.flatMap((anchor) =>
      anchor !== 'several' && 'place' in anchor ? [this.locate(anchor.place, others)] : [],
    );
    return (
      followed.find((each) => each?.by === 'one') ??
      followed.find((each) => each !== undefined) ??
      (anchors.includes('several') ? { by: 'several' } : undefined)
    );
  }

  /** Returns the table through which a lost one is looked for, or a number for all tables that stand with it. */
  findCause(place: number, visited: ReadonlySet<number> = new Set()): number {
    const root = this.#findRoot(place);
    const followed = this.#anchorsOf(root).find((anchor) => anchor !== 'several' && 'place' in anchor);
    if (visited.has(root) || followed === undefined || followed === 'several' || !('place' in followed)) return root;
    return this.findCause(followed.place, new Set([...visited, root]));
  }

  /** Two given values that find one row lead to the same shard. */
  #canonicalKey(key: string): string {
    const reached = new Set([key]);
    const groups = this.#givenKeysByRoot();
    for (let size = 0; size !== reached.size; ) {
      size = reached.size;
      for (const keys of groups) if (keys.some((each) => reached.has(each))) for (const each of keys) reached.add(each);
    }
    return [...reached].sort()[0] ?? key;
  }

  #givenKeysByRoot(): readonly (readonly string[])[] {
    const roots = new Set(this.#anchors.keys().map((node) => this.#findRoot(node)));
    return [...roots].map((root) => this.#listGivenKeys(root, new Set()));
  }

  /** Lists the values that a table must meet, with those of the tables that it is anchored to. */
  #listGivenKeys(root: number, visited: ReadonlySet<number>): readonly string[] {
    if (visited.has(root)) return [];
    const others = new Set([...visited, root]);
    return this.#anchorsOf(root).flatMap((anchor) => {
      if (anchor === 'several') return [];
      return 'given' in anchor ? [anchor.given] : this.#listGivenKeys(this.#findRoot(anchor.place), others);
    });
  }

  #anchorsOf(root: number): readonly Anchor[] {
    return this.#anchors.flatMap((each, node) => (this.#findRoot(node) === root ? each : []));
  }

  #addNode(): number {
    this.#parents.push(this.#parents.length);
    this.#anchors.push([]);
    return this.#parents.length - 1;
  }

  #findRoot(node: number): number {
    const parent = this.#parents[node] ?? node;
    return parent === node ? node : this.#findRoot(parent);
  }
}

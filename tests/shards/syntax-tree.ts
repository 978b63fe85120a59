import type { Node } from 'libpg-query';

/**
 * Kinds of nodes of the syntax tree that contain information about tables. The search does not continue inside nodes of
 * these kinds.
 */
const yieldedNodeKinds = new Set(['SelectStmt', 'ColumnRef', 'RangeVar']);

/**
 * Yields the queries, columns, tables and function calls inside of a part of a syntax tree. The insides of a query are not
 * searched; those of a function call are.
 */
export function* findNodes(value: unknown): Generator<readonly [kind: string, node: unknown]> {
  if (Array.isArray(value)) for (const each of value) yield* findNodes(each);
  else if (typeof value === 'object' && value !== null) {
    for (const [kind, node] of Object.entries(value)) {
      if (yieldedNodeKinds.has(kind)) yield [kind, node];
      else {
        if (kind === 'FuncCall') yield [kind, node];
        yield* findNodes(node);
      }
    }
  }
}

/** Returns the names in a list of names; a star is left out. */
export function listNames(nodes: readonly Node[] | undefined): readonly string[] {
  return (nodes ?? []).flatMap((node) => ('String' in node ? (node.String.sval ?? []) : []));
}

export function readAliasName(alias: { aliasname?: string } | undefined): string | undefined {
  return alias?.aliasname;
}

import { listBrandNames } from '@carhouse/database/brands/brands';
import type { Context } from '../context.ts';

/** Milliseconds for which the names are remembered. A new brand shows as the wire writes it until then. */
const remembered = 30_000;

/** What people read for each brand, by its wire name; asked from the database now and then, because it hardly ever changes. */
export function rememberBrandNames(context: Context): () => Promise<ReadonlyMap<string, string>> {
  let readAt = Number.NEGATIVE_INFINITY;
  let names: Promise<ReadonlyMap<string, string>> = Promise.resolve(new Map());
  return () => {
    const now = performance.now();
    if (now - readAt < remembered) return names;
    readAt = now;
    names = listBrandNames(context.database).then(
      (brands) => new Map(brands.map(({ apiName, name }) => [apiName, name])),
    );
    names.catch(() => {
      readAt = Number.NEGATIVE_INFINITY;
    });
    return names;
  };
}

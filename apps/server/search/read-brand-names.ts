import { listBrandNames } from '@carhouse/database/brands/brands';
import type { Context } from '../context.ts';

/** Milliseconds for which the names are cached. Until then a new brand shows its API name. */
const remembered = 30_000;

/** Display names of brands by API name, cached because they hardly ever change. */
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

import type { Manifest, ManifestChunk } from 'vite';
import type { PageAssets, RouteFiles } from './page-assets.ts';

const rootId = '__root__';

/**
 * Lists the style sheets and chunks of every route, from Vite's manifest; the root route has the files of the entry.
 */
export function listRouteAssets(manifest: Manifest): Required<Pick<PageAssets, 'routes' | 'entry'>> {
  const entry = requireEntry(manifest, 'app/entry-client.tsx');
  const sharedChunks = collectImports(manifest, entry);
  const routes: Record<string, RouteFiles> = { [rootId]: listChunkFiles([...sharedChunks]) };
  for (const [key, chunk] of Object.entries(manifest)) {
    const match = /^routes\/(.+)\.tsx\?tsr-split=/.exec(key);
    if (match === null) continue;
    const id = toRouteId(match[1] ?? '');
    const routeAssets = routes[id] ?? { css: [], preloads: [] };
    const chunksOfRoute = [...collectImports(manifest, chunk)].filter(
      (chunkOfRoute) => !sharedChunks.has(chunkOfRoute),
    );
    const { css, preloads } = listChunkFiles(chunksOfRoute);
    routes[id] = {
      css: joinWithoutDuplicates(routeAssets.css, css),
      preloads: joinWithoutDuplicates(routeAssets.preloads, preloads),
    };
  }
  return { routes, entry: `/${entry.file}` };
}

function requireEntry(manifest: Manifest, key: string): ManifestChunk {
  const entry = manifest[key];
  if (entry?.isEntry !== true) throw new Error(`The client build has no entry ${key}.`);
  return entry;
}

/**
 * Lists the style sheets and scripts of some chunks.
 * @param chunks the chunks in reverse execution order: the chunk that runs last comes first, then all its imports
 */
function listChunkFiles(chunks: readonly ManifestChunk[]): RouteFiles {
  return { css: listStyleSheets(chunks), preloads: chunks.map((chunk) => `/${chunk.file}`) };
}

function joinWithoutDuplicates(earlierPaths: readonly string[], addedPaths: readonly string[]): string[] {
  return [...new Set([...earlierPaths, ...addedPaths])];
}

/**
 * Converts a file name to a route id: `_public/_signed-in/audi` to `/_public/_signed-in/audi`, `_public/index` to
 * `/_public/`.
 */
function toRouteId(file: string): string {
  return file === '__root' ? rootId : `/${file}`.replace(/\/index$/, '/');
}

/** Returns a chunk and all its imports in reverse execution order, the chunk itself first. */
function collectImports(manifest: Manifest, importingChunk: ManifestChunk): Set<ManifestChunk> {
  const orderedChunks = new Set<ManifestChunk>();
  const visitedChunks = new Set<ManifestChunk>();
  const visitChunk = (chunk: ManifestChunk): void => {
    if (visitedChunks.has(chunk)) return;
    visitedChunks.add(chunk);
    for (const key of chunk.imports ?? []) {
      const importedChunk = manifest[key];
      if (importedChunk !== undefined) visitChunk(importedChunk);
    }
    orderedChunks.add(chunk);
  };
  visitChunk(importingChunk);
  return new Set([...orderedChunks].reverse());
}

function listStyleSheets(chunks: Iterable<ManifestChunk>): string[] {
  // Imported chunks come first, in execution order.
  return [...new Set([...chunks].reverse().flatMap((chunk) => chunk.css ?? []))].map((file) => `/${file}`);
}

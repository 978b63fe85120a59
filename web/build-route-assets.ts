import type { Manifest, ManifestChunk } from 'vite';

/** What a page of a route needs before it can be seen and used, as the router's manifest wants it. */
export type RouteAssets = {
  readonly routes: Record<
    string,
    { css: string[]; preloads: string[]; scripts?: { attrs: { type: 'module'; async: true; src: string } }[] }
  >;
};

const rootId = '__root__';

/**
 * Reads Vite's manifest and lists, for every route, its style sheets and the chunks of its page.
 * Style sheets in the head mean that a server-rendered page is never seen without its looks.
 */
export function routeAssets(manifest: Manifest): RouteAssets {
  const entry = Object.values(manifest).find((chunk) => chunk.isEntry);
  if (entry === undefined) throw new Error('The client build has no entry.');
  const shared = closure(manifest, entry);
  const routes: RouteAssets['routes'] = {
    [rootId]: {
      css: cssOf(shared),
      preloads: [...shared].filter((chunk) => chunk !== entry).map((chunk) => `/${chunk.file}`),
      scripts: [{ attrs: { type: 'module', async: true, src: `/${entry.file}` } }],
    },
  };
  for (const [key, chunk] of Object.entries(manifest)) {
    const match = /^routes\/(.+)\.tsx\?tsr-split=/.exec(key);
    if (match === null) continue;
    const id = routeId(match[1] ?? '');
    const known = routes[id] ?? { css: [], preloads: [] };
    const own = [...closure(manifest, chunk)].filter((part) => !shared.has(part));
    routes[id] = {
      css: union(known.css, cssOf(own)),
      preloads: union(
        known.preloads,
        own.map((part) => `/${part.file}`),
      ),
    };
  }
  return { routes };
}

function union(some: readonly string[], others: readonly string[]): string[] {
  return [...new Set([...some, ...others])];
}

/** `_public/_signed-in/audi` → `/_public/_signed-in/audi`, `_public/index` → `/_public/`. */
function routeId(file: string): string {
  return file === '__root' ? rootId : `/${file}`.replace(/\/index$/, '/');
}

function closure(manifest: Manifest, start: ManifestChunk): Set<ManifestChunk> {
  const seen = new Set<ManifestChunk>([start]);
  for (const chunk of seen) {
    for (const key of chunk.imports ?? []) {
      const imported = manifest[key];
      if (imported !== undefined) seen.add(imported);
    }
  }
  return seen;
}

function cssOf(chunks: Iterable<ManifestChunk>): string[] {
  // Imported chunks first: the order in which a browser would have loaded the modules.
  return [...new Set([...chunks].reverse().flatMap((chunk) => chunk.css ?? []))].map((file) => `/${file}`);
}

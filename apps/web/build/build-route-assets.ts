import type { Manifest, ManifestChunk } from 'vite';

type ScriptTag = { attrs: { type: 'module'; async?: true; src?: string }; children?: string };

/** What a page needs before it can be seen and used, as the router's manifest wants it. */
export type PageAssets = { css: string[]; preloads: string[]; scripts?: ScriptTag[] };

export type RouteAssets = {
  readonly routes: Record<string, PageAssets>;
  /** Of Home, which is hydrated without the router (decision 0028). */
  readonly home: PageAssets;
};

const rootId = '__root__';

/**
 * Reads Vite's manifest and lists, for every route, its style sheets and the chunks of its page.
 * Style sheets in the head mean that a server-rendered page is never seen without its looks.
 */
export function routeAssets(manifest: Manifest): RouteAssets {
  const shared = closure(manifest, entryOf(manifest, 'app/entry-client.tsx'));
  const routes: RouteAssets['routes'] = { [rootId]: entryAssets(shared) };
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
  return { routes, home: entryAssets(closure(manifest, entryOf(manifest, 'app/entry-home.tsx'))) };
}

function entryOf(manifest: Manifest, key: string): ManifestChunk {
  const entry = manifest[key];
  if (entry?.isEntry !== true) throw new Error(`The client build has no entry ${key}.`);
  return entry;
}

/** @param chunks the entry first, then everything that it imports */
function entryAssets(chunks: ReadonlySet<ManifestChunk>): PageAssets {
  const [entry, ...imported] = chunks;
  return {
    css: cssOf(chunks),
    preloads: imported.map((chunk) => `/${chunk.file}`),
    scripts: [{ attrs: { type: 'module', async: true, src: `/${entry?.file}` } }],
  };
}

function union(some: readonly string[], others: readonly string[]): string[] {
  return [...new Set([...some, ...others])];
}

/** `_public/_signed-in/audi` → `/_public/_signed-in/audi`, `_public/index` → `/_public/`. */
function routeId(file: string): string {
  return file === '__root' ? rootId : `/${file}`.replace(/\/index$/, '/');
}

/** A chunk and everything that it imports, in the order in which a browser runs them backwards: the chunk itself first. */
function closure(manifest: Manifest, start: ManifestChunk): Set<ManifestChunk> {
  const run = new Set<ManifestChunk>();
  const entered = new Set<ManifestChunk>();
  const enter = (chunk: ManifestChunk): void => {
    if (entered.has(chunk)) return;
    entered.add(chunk);
    for (const key of chunk.imports ?? []) {
      const imported = manifest[key];
      if (imported !== undefined) enter(imported);
    }
    run.add(chunk);
  };
  enter(start);
  return new Set([...run].reverse());
}

function cssOf(chunks: Iterable<ManifestChunk>): string[] {
  // Imported chunks first: the order in which a browser would have loaded the modules.
  return [...new Set([...chunks].reverse().flatMap((chunk) => chunk.css ?? []))].map((file) => `/${file}`);
}

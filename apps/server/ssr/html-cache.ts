import type { PassingPage, PublicPage, Rendering } from './public-page.ts';

export type HtmlCacheOptions = {
  /** Milliseconds for which a page is served without a second look. */
  readonly freshFor: number;
  /** Milliseconds after which a page is no longer served while a new one is being rendered. */
  readonly staleFor: number;
  /** Pages kept; the one that was asked for longest ago goes first. */
  readonly capacity: number;
  /** Memory for them, in bytes. A page that would take more than a quarter of it is not kept. */
  readonly bytes: number;
  readonly now: () => number;
  /** Hears of each answer where it came from. */
  readonly note?: (from: PageOrigin) => void;
};

/** Kept and young, kept and rendered again behind the answer, or rendered for it. */
export type PageOrigin = 'fresh' | 'stale' | 'rendered';

export type HtmlCache = {
  /**
   * The page of the key, its scripts carrying `nonce`. `render` runs once for all who wait for the same page, and not at
   * all for a fresh one; for a stale one it runs behind the answer. Undefined when the rendering gave no page that others
   * may see: what it gave is for the one who asked.
   */
  get(key: string, nonce: string, render: () => Promise<Rendering>): Promise<string | undefined>;
  /**
   * The kept page of the key, when it needs no second look: it is fresh, or another request is rendering it
   * again already. A caller that answers with it calls `noteFresh`.
   */
  peek(key: string): PublicPage | undefined;
  noteFresh(): void;
};

type Entry = { readonly page: PublicPage; readonly madeAt: number };

/** Pages that look the same to every visitor, kept for seconds: a rush on the home page renders it a few times only. */
export function createHtmlCache(options: HtmlCacheOptions): HtmlCache {
  const { freshFor, staleFor, capacity, bytes, now, note = () => undefined } = options;
  const entries = new Map<string, Entry>();
  const running = new Map<string, Promise<PublicPage | PassingPage | undefined>>();
  let held = 0;

  return {
    async get(key, nonce, render) {
      const entry = entries.get(key);
      const age = entry === undefined ? Number.POSITIVE_INFINITY : now() - entry.madeAt;
      if (entry !== undefined && age < staleFor) {
        touch(key, entry);
        // A failure behind the answer leaves the stale page; the next visitor past its time sees the error.
        if (age >= freshFor) refresh(key, render).catch(() => undefined);
        note(age >= freshFor ? 'stale' : 'fresh');
        return withNonce(entry.page, nonce);
      }
      note('rendered');
      const page = await refresh(key, render);
      return page === undefined ? undefined : withNonce(page, nonce);
    },
    peek(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      const age = now() - entry.madeAt;
      if (age >= freshFor && !(age < staleFor && running.has(key))) return undefined;
      touch(key, entry);
      return entry.page;
    },
    noteFresh: () => note('fresh'),
  };

  function refresh(key: string, render: () => Promise<Rendering>): Promise<PublicPage | PassingPage | undefined> {
    const already = running.get(key);
    if (already !== undefined) return already;
    const rendering = render()
      .then((rendering) => {
        if (rendering.kind === 'other') remove(key);
        if (rendering.kind === 'public') keep(key, { page: rendering.page, madeAt: now() });
        return rendering.kind === 'public' || rendering.kind === 'passing' ? rendering.page : undefined;
      })
      .finally(() => running.delete(key));
    running.set(key, rendering);
    return rendering;
  }

  /** The page that was asked for last stands last. */
  function touch(key: string, entry: Entry): void {
    entries.delete(key);
    entries.set(key, entry);
  }

  function keep(key: string, entry: Entry): void {
    remove(key);
    if (sizeOf(key, entry) > bytes / 4) return;
    entries.set(key, entry);
    held += sizeOf(key, entry);
    for (const oldest of entries.keys()) {
      if (entries.size <= capacity && held <= bytes) break;
      remove(oldest);
    }
  }

  function remove(key: string): void {
    const entry = entries.get(key);
    if (entry === undefined) return;
    entries.delete(key);
    held -= sizeOf(key, entry);
  }
}

/** At most: a text of Latin letters alone takes half of it. */
function sizeOf(key: string, { page }: Entry): number {
  return 2 * (key.length + page.html.length);
}

function withNonce(page: PassingPage, nonce: string): string {
  return page.html.replaceAll(page.nonce, nonce);
}

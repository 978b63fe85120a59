/** A rendered page, with the nonce that its scripts carry. One with `keep: false` is for those who wait for it only. */
export type RenderedPage = { readonly html: string; readonly nonce: string; readonly keep?: boolean };

export type HtmlCacheOptions = {
  /** Milliseconds for which a page is served without a second look. */
  readonly freshFor: number;
  /** Milliseconds after which a page is no longer served while a new one is being rendered. */
  readonly staleFor: number;
  /** Pages kept; the one that was asked for longest ago goes first. */
  readonly capacity: number;
  readonly now: () => number;
};

export type HtmlCache = {
  /**
   * The page of the key, its scripts carrying `nonce`. `render` runs once for all who wait for the same page, and not at
   * all for a fresh one; for a stale one it runs behind the answer. It gives undefined for what must not be kept.
   */
  get(key: string, nonce: string, render: () => Promise<RenderedPage | undefined>): Promise<string | undefined>;
};

type Entry = { readonly page: RenderedPage; readonly madeAt: number };

/** Pages that look the same to every visitor, kept for seconds: a rush on the home page renders it a few times only. */
export function createHtmlCache({ freshFor, staleFor, capacity, now }: HtmlCacheOptions): HtmlCache {
  const entries = new Map<string, Entry>();
  const running = new Map<string, Promise<RenderedPage | undefined>>();

  return {
    async get(key, nonce, render) {
      const entry = entries.get(key);
      const age = entry === undefined ? Number.POSITIVE_INFINITY : now() - entry.madeAt;
      if (entry !== undefined && age < staleFor) {
        touch(key, entry);
        // A failure behind the answer leaves the stale page; the next visitor past its time sees the error.
        if (age >= freshFor) refresh(key, render).catch(() => undefined);
        return withNonce(entry.page, nonce);
      }
      const page = await refresh(key, render);
      return page === undefined ? undefined : withNonce(page, nonce);
    },
  };

  function refresh(key: string, render: () => Promise<RenderedPage | undefined>): Promise<RenderedPage | undefined> {
    const already = running.get(key);
    if (already !== undefined) return already;
    const rendering = render()
      .then((page) => {
        if (page === undefined) entries.delete(key);
        else if (page.keep !== false) touch(key, { page, madeAt: now() });
        return page;
      })
      .finally(() => running.delete(key));
    running.set(key, rendering);
    return rendering;
  }

  function touch(key: string, entry: Entry): void {
    entries.delete(key);
    entries.set(key, entry);
    for (const oldest of entries.keys()) {
      if (entries.size <= capacity) break;
      entries.delete(oldest);
    }
  }
}

function withNonce(page: RenderedPage, nonce: string): string {
  return page.html.replaceAll(page.nonce, nonce);
}

import { type ComponentType, lazy, useSyncExternalStore } from 'react';

/** What shows that a visitor uses the page. */
const signs = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin'] as const;
/** Milliseconds before code that did not come is asked for again. */
const pause = 5000;

/**
 * A part of a page below its first screen. The server's HTML has it; its code comes when the visitor begins to use the page,
 * and hydrates it then. In a page that the browser renders itself the code loads at once. Put it into a `Suspense` whose props
 * never change: React keeps the HTML until the code has come. Browser only.
 */
export function latePart(load: () => Promise<ComponentType>): ComponentType {
  // The first page's modules run before it is hydrated, those of later pages afterwards.
  if (isHydrated()) return lazy(async () => ({ default: await load() }));
  return lazy(async () => {
    await firstSign();
    return { default: await loadAtLast(load) };
  });
}

/** Notes in the document that the page is hydrated: what only the browser shows from now on has no HTML of the server. */
export function noteHydrated(): void {
  document.documentElement.dataset.hydrated = '';
}

function isHydrated(): boolean {
  return document.documentElement.dataset.hydrated !== undefined;
}

function firstSign(): Promise<void> {
  // The visitor may have begun before.
  if (scrollY > 0 || document.activeElement !== document.body) return Promise.resolve();
  return new Promise((resolve) => {
    const begin = () => {
      for (const sign of signs) window.removeEventListener(sign, begin, true);
      resolve();
    };
    for (const sign of signs) window.addEventListener(sign, begin, { capture: true, passive: true });
  });
}

/** Without its code the part stays as the server wrote it: its links lead on. */
async function loadAtLast<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

const never = () => () => {};

/** False in the server's HTML and until the page is hydrated in the browser, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

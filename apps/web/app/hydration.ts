import { type ComponentType, lazy, useSyncExternalStore } from 'react';

/** Events that show that a visitor uses the page. */
const signs = ['pointermove', 'pointerdown', 'scroll', 'keydown', 'focusin'] as const;
/** Milliseconds before code that failed to load is requested again. */
const pause = 5000;

/**
 * A part of a page below the first screen. The server renders its HTML; its code loads and hydrates it when the visitor
 * starts to use the page. On a page that the browser renders, the code loads immediately. Put it into a `Suspense`
 * whose props never change: React then keeps the HTML until the code has loaded. Browser only.
 */
export function latePart(load: () => Promise<ComponentType>): ComponentType {
  // Modules of the first page run before its hydration, those of later pages after it.
  if (isHydrated()) return lazy(async () => ({ default: await load() }));
  // Listened for from now on, not from the first rendering: that comes later, or after a page without this part.
  const sign = firstSign();
  return lazy(async () => {
    await sign;
    return { default: await loadAtLast(load) };
  });
}

/** Marks the document as hydrated: from now on the browser renders parts without server HTML. */
export function noteHydrated(): void {
  document.documentElement.dataset.hydrated = '';
}

function isHydrated(): boolean {
  return document.documentElement.dataset.hydrated !== undefined;
}

function firstSign(): Promise<void> {
  // The visitor may have started before.
  if (scrollY > 0 || document.activeElement !== document.body) return Promise.resolve();
  return new Promise((resolve) => {
    const begin = () => {
      for (const sign of signs) window.removeEventListener(sign, begin, true);
      resolve();
    };
    for (const sign of signs) window.addEventListener(sign, begin, { capture: true, passive: true });
  });
}

/** Without its code the part stays as server HTML: its links work. */
async function loadAtLast<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** Subscribes to nothing: for a value of which only the first rendering differs. */
export const never = () => () => {};

/** Whether the page is hydrated. False in the server's HTML. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

import { type ComponentType, lazy, useSyncExternalStore } from 'react';

/** Events which show that a visitor uses the page. */
const activityEvents = ['pointermove', 'pointerdown', 'scroll', 'keydown', 'focusin'] as const;
/** Milliseconds after which the code of a component is requested again when it failed to load. */
const retryPauseMs = 5000;

/**
 * Makes a lazy component for a part of a page below the first screen. The server renders the component's HTML. The
 * component's code is loaded, and the HTML is hydrated, when the visitor starts to use the page. When the browser
 * renders the page, the code is loaded immediately. Put the component into a `Suspense` whose props never change: React
 * then keeps the HTML until the code has loaded. The function works only in a browser.
 */
export function loadComponentLate(load: () => Promise<ComponentType>): ComponentType {
  // Modules of the first page run before the page is hydrated. Modules of later pages run afterwards, and their
  // components load immediately.
  if (isHydrated()) return lazy(async () => ({ default: await load() }));
  // The events are observed from the evaluation of the module on, because the first rendering of the component may come
  // much later.
  const activityPromise = waitForFirstActivity();
  return lazy(async () => {
    await activityPromise;
    return { default: await loadWithRetry(load) };
  });
}

/**
 * Makes a component whose code is in a separate file and loads when the component is first rendered. In all other
 * respects the component behaves as one of `loadComponentLate`.
 */
export function makeIdleComponent(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => ({ default: await loadWithRetry(load) }));
}

/** Records that the document is hydrated: from now on the browser renders components without server HTML. */
export function markHydrated(): void {
  document.documentElement.dataset.hydrated = '';
}

function isHydrated(): boolean {
  return document.documentElement.dataset.hydrated !== undefined;
}

function waitForFirstActivity(): Promise<void> {
  // The visitor may already have started to use the page.
  if (scrollY > 0 || document.activeElement !== document.body) return Promise.resolve();
  return new Promise((resolve) => {
    const startHydration = () => {
      for (const eventName of activityEvents) window.removeEventListener(eventName, startHydration, true);
      resolve();
    };
    for (const eventName of activityEvents)
      window.addEventListener(eventName, startHydration, { capture: true, passive: true });
  });
}

/** Loads the code, with retries. Until its code has loaded, the component remains server HTML, whose links work. */
async function loadWithRetry<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryPauseMs));
    }
  }
}

/**
 * The `subscribe` argument of `useSyncExternalStore` for a value that changes only by hydration: it reports no events.
 */
export const subscribeToNothing = () => () => {};

/** Whether the page is hydrated; false in the server's HTML. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}

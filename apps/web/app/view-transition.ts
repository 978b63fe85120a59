/**
 * Shows the next page in a view transition, where the browser knows them and the visitor has not asked for stillness.
 * In place of the router's own way, which leaves a rejection unhandled for every transition that another one overtakes.
 *
 * @param show puts the next page in place; it is called whatever becomes of the transition
 * @returns settled when the next page is in place, as `show` was
 */
export function showInTransition(show: () => Promise<void>): Promise<void> {
  const still = typeof document === 'undefined' || document.visibilityState === 'hidden';
  if (still || typeof document.startViewTransition !== 'function') return show();
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return show();
  const transition = document.startViewTransition(show);
  // A transition that is skipped, because another one follows or the window goes out of sight, has lost nothing.
  transition.ready.catch(() => undefined);
  transition.finished.catch(() => undefined);
  return transition.updateCallbackDone;
}

/**
 * In the page: whether it is hydrated, which the root notes in the document (apps/web/app/hydration.ts). On a busy machine, a
 * click before that is lost. Home hydrates what stands below its first screen for a visitor who uses it: here is one.
 */
export function isHydrated(): boolean {
  if (document.documentElement.dataset.hydrated === undefined) return false;
  dispatchEvent(new Event('scroll'));
  return document.querySelector('[data-late]') === null;
}

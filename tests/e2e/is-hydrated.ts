/**
 * In the page: whether it is hydrated, which the root records in the document (apps/web/app/hydration.ts). On a busy machine, a
 * click before that is lost. Home hydrates the part below its first screen after user input, so this function causes one.
 */
export function isHydrated(): boolean {
  if (document.documentElement.dataset.hydrated === undefined) return false;
  dispatchEvent(new Event('scroll'));
  return document.querySelector('[data-late]') === null;
}

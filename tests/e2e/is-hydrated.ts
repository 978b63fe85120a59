/**
 * Runs in the page: whether the page is hydrated, which the root component records in the document
 * (apps/web/app/hydration.ts). On a busy machine, a click before hydration is lost. Home hydrates the part below its
 * first screen after user input, so this function causes an input. The account menu is in a separate file. The
 * attribute `data-late` marks the lower part of Home and the account menu until they are hydrated.
 */
export function isHydrated(): boolean {
  if (document.documentElement.dataset.hydrated === undefined) return false;
  dispatchEvent(new Event('scroll'));
  return document.querySelector('[data-late]') === null;
}

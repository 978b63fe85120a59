import type { Page, Request } from '@playwright/test';
import { isHydrated } from './is-hydrated.ts';
import { waitForAnimations } from './page-test.ts';

/** The requests of a page that have no answer yet. */
type OpenRequests = Iterable<Request>;

/** Milliseconds after which a request that does not end is named in an error. */
const patience = 300_000;

/** Follows the requests of a page from now on. @returns those that are open, also later. */
export function watchRequests(page: Page): OpenRequests {
  const open = new Set<Request>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return open;
}

/**
 * Waits until the page is hydrated and has its images, fonts and answers, and its transitions have ended. It waits for these
 * conditions and not for a time, so that a busy machine takes longer and shows the same.
 */
export async function waitUntilComplete(page: Page, requests: OpenRequests): Promise<void> {
  const end = performance.now() + patience;
  await page.waitForFunction(isHydrated);
  do {
    const open = [...requests].map((request) => request.url());
    if (performance.now() > end) throw new Error(`These requests do not end: ${open.join(', ')}`);
    await page.waitForFunction(hasImages);
    await page.evaluate(async () => void (await document.fonts.ready));
    await page.evaluate(waitForAnimations);
  } while ([...requests].length > 0);
}

/** In the page: whether every image has loaded or failed. An image below the window that loads late has not begun. */
function hasImages(): boolean {
  return [...document.images].every((image) => image.complete || image.loading === 'lazy');
}

import type { Page, Request } from '@playwright/test';
import { isHydrated } from './is-hydrated.ts';
import { waitForAnimations } from './page-test.ts';

/** The requests of a page that have no response yet. */
type OpenRequests = Iterable<Request>;

/**
 * The limit in milliseconds; after this time the function throws an error that names the requests without a response.
 */
const requestTimeout = 300_000;

/**
 * Watches the requests that a page makes after this call.
 * @returns the open requests; the function keeps updating this object.
 */
export function watchRequests(page: Page): OpenRequests {
  const openRequests = new Set<Request>();
  page.on('request', (request) => openRequests.add(request));
  page.on('requestfinished', (request) => openRequests.delete(request));
  page.on('requestfailed', (request) => openRequests.delete(request));
  return openRequests;
}

/**
 * Waits until the page is hydrated, has loaded its images, fonts and responses, and has finished its transitions. The
 * function waits for these conditions and not for a time, so that a busy machine takes longer but gives the same
 * result.
 */
export async function waitUntilComplete(page: Page, requests: OpenRequests): Promise<void> {
  const endMs = performance.now() + requestTimeout;
  await page.waitForFunction(isHydrated);
  do {
    const pendingRequestUrls = [...requests].map((request) => request.url());
    if (performance.now() > endMs) throw new Error(`These requests do not end: ${pendingRequestUrls.join(', ')}`);
    await page.waitForFunction(areImagesLoaded);
    await page.evaluate(async () => void (await document.fonts.ready));
    await page.evaluate(waitForAnimations);
  } while ([...requests].length > 0);
}

/**
 * Runs in the page: whether every image has loaded or failed. An image below the window that loads lazily has not begun
 * to load and does not count.
 */
function areImagesLoaded(): boolean {
  return [...document.images].every((image) => image.complete || image.loading === 'lazy');
}

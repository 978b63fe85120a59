import { randomInt } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import { photoOrigin } from '@carhouse/domain/image/shown-photo';
import { test as base, expect, type Page } from '@playwright/test';
import { isHydrated } from './is-hydrated.ts';
import { retryWhenOverloaded } from './retry-when-overloaded.ts';

export { expect };

type TestFixtures = {
  /** Allows console messages that match the pattern, because the test expects such messages. */
  allowConsole(pattern: RegExp): void;
  /**
   * Whether the promotional dialog of the home page may open. When the dialog may not open, the storage of the browser
   * says that the dialog was already shown.
   */
  readonly allowsPromo: boolean;
};

/**
 * A page of the product that fails its test on exceptions, failed hydration, and errors and warnings on the console.
 * The console also shows scripts, styles and images that the content security policy refuses.
 */
export const test = base.extend<TestFixtures>({
  baseURL: async ({ browserName: _browser }, use) => {
    await use(process.env.CARHOUSE_URL);
  },
  // Each test has its own client address, because otherwise all tests would share the limits of one address.
  extraHTTPHeaders: async ({ browserName: _browser }, use) => {
    await use({ 'x-forwarded-for': `198.18.${randomInt(1, 255)}.${randomInt(1, 255)}` });
  },
  allowConsole: async ({ browserName: _browser }, use) => {
    const allowedPatterns: RegExp[] = [];
    await use(Object.assign((pattern: RegExp) => void allowedPatterns.push(pattern), { allowedPatterns }));
  },
  allowsPromo: [false, { option: true }],
  page: async ({ page, allowConsole, allowsPromo }, use) => {
    if (!allowsPromo) await page.addInitScript(() => localStorage.setItem('carhouse.promo', 'shown'));
    const consoleMessages: string[] = [];
    page.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      // Some users of tests have photos with URLs of this host, and lists of other tests show these users. The browser
      // sends no request to this host.
      if (!message.location().url.startsWith(photoOrigin)) consoleMessages.push(message.text());
    });
    page.on('pageerror', (error) => consoleMessages.push(String(error)));
    const openPage = page.goto.bind(page);
    page.goto = async (url, options) => {
      const answer = await retryWhenOverloaded(
        () => openPage(url, options),
        (response) => ({ status: response?.status() ?? 200, retryAfter: response?.headers()['retry-after'] }),
      );
      await page.waitForFunction(isHydrated);
      return answer;
    };
    const originalReload = page.reload.bind(page);
    page.reload = async (options) => {
      const answer = await originalReload(options);
      await page.waitForFunction(isHydrated);
      return answer;
    };
    await use(page);
    const { allowedPatterns } = allowConsole as unknown as { allowedPatterns: readonly RegExp[] };
    const unexpectedMessages = consoleMessages.filter(
      (line) =>
        ![busyErrorPattern, blockedServiceWorkerPattern, ...allowedPatterns].some((pattern) => pattern.test(line)),
    );
    expect(unexpectedMessages, 'the browser complained').toEqual([]);
  },
});

/** Matches the console's error for a call that the server refused under overload. The app repeats a refused call. */
const busyErrorPattern =
  /Failed to load resource: the server responded with a status of 503|^ApiError: The service is busy\./;

/**
 * The service worker is blocked in tests of other features. A service worker would load pages without the mocked
 * responses of a test.
 */
const blockedServiceWorkerPattern = /^Service Worker registration blocked by Playwright/;

/** Runs in the page: waits until finite transitions have ended. Endless animations are ignored. */
export async function waitForAnimations(): Promise<void> {
  const waitForFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const listFiniteAnimations = () =>
    document
      .getAnimations()
      .filter((each) => each.playState === 'running')
      .filter((each) => each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  // Several transitions may follow each other. The first transition starts one frame after the change that causes it.
  do {
    await Promise.allSettled(listFiniteAnimations().map((each) => each.finished));
    await waitForFrame();
    await waitForFrame();
  } while (listFiniteAnimations().length > 0);
}

/** Expects that axe finds no violation on the page. */
export async function expectAccessible(page: Page): Promise<void> {
  // The server may have redirected the user to this page. The check waits for hydration, which enables buttons and
  // changes their look.
  await page.waitForFunction(isHydrated);
  await expectNoViolations(page);
}

/** Expects that axe finds no violation on a page that is not part of the web app and is never hydrated. */
export async function expectNoViolations(page: Page): Promise<void> {
  await page.evaluate(waitForAnimations);
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
  // On a page without frames axe runs once. On a page with frames axe merges the results of the frames on a blank page.
  const { violations } = await axe.setLegacyMode(page.frames().length === 1).analyze();
  const lines = violations.flatMap(({ id, nodes }) =>
    nodes
      // The card fields are transparent frames. For transparent frames axe assumes a white background in both themes.
      .filter((node) => !(id === 'color-contrast' && node.target.length > 1))
      .map((node) => `${id}: ${node.target.join(' ')}`),
  );
  expect(lines, 'axe').toEqual([]);
}

/** Expects that the page does not scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { content, window } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }));
  expect(content).toBeLessThanOrEqual(window);
}

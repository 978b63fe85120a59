import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import startProduct from './global-setup.ts';
import playwrightConfig from './playwright.config.ts';
import type { Screen, ScreenIds, Viewer } from './screen.ts';
import { screens } from './screens.ts';
import { emailsByViewer, makeSignedInCalls, seedScreenshotData } from './screenshot-data.ts';
import { waitUntilComplete, watchRequests } from './wait-until-complete.ts';

const windowVariants = {
  'desktop-light': { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  'desktop-dark': { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  'mobile-light': { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  'mobile-dark': { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
} as const;
type VariantName = keyof typeof windowVariants;

const usage = 'Usage: npm run screenshots [-- --only=home,login --variants=desktop-light --url=http://127.0.0.1:3000]';
/**
 * Time limit in milliseconds for one step of a page. The limit is for a page that does not respond, and not for a slow
 * machine.
 */
const stepTimeoutMs = 120_000;
/** Maximum number of tries for one screenshot. */
const maxTries = 5;
const folder = join(import.meta.dirname, '../..', 'screenshots');

/**
 * Takes a screenshot of every screen in four variants into the ignored folder `screenshots/`. The function starts the
 * product with the demo data in a new data directory, or uses the server at `--url`.
 */
async function takeScreenshots(): Promise<void> {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, variants: { type: 'string' }, url: { type: 'string' } },
  });
  const chosenScreens = choose(values.only, screens, (screen) => screen.name);
  const chosenVariants = choose(values.variants, Object.keys(windowVariants) as VariantName[], (name) => name);
  if (values.url !== undefined) process.env.CARHOUSE_URL = values.url;
  const stopProduct = await startProduct();
  const url = process.env.CARHOUSE_URL ?? '';
  const { launchOptions } = playwrightConfig.use ?? {};
  const browser = await chromium.launch(launchOptions ?? {});
  try {
    const ids = await seedScreenshotData(url);
    if (values.only === undefined && values.variants === undefined) await rm(folder, { recursive: true, force: true });
    for (const variant of chosenVariants) await takeVariant(browser, url, variant, chosenScreens, ids);
  } finally {
    await browser.close();
    await stopProduct?.();
  }
}

function choose<T>(
  wantedNamesText: string | undefined,
  allItems: readonly T[],
  getName: (item: T) => string,
): readonly T[] {
  if (wantedNamesText === undefined) return allItems;
  const wantedNames = wantedNamesText.split(',');
  const unknownNames = wantedNames.filter((name) => !allItems.some((item) => getName(item) === name));
  if (unknownNames.length > 0)
    throw new Error(`Unknown: ${unknownNames.join(', ')}. ${usage}\nKnown: ${allItems.map(getName).join(', ')}`);
  return allItems.filter((item) => wantedNames.includes(getName(item)));
}

async function takeVariant(
  browser: Browser,
  url: string,
  variant: VariantName,
  chosenScreens: readonly Screen[],
  ids: ScreenIds,
): Promise<void> {
  const target = join(folder, variant);
  await mkdir(target, { recursive: true });
  for (const viewer of new Set(chosenScreens.map((screen) => screen.as))) {
    const context = await browser.newContext({
      ...windowVariants[variant],
      baseURL: url,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      storageState: {
        ...(viewer === 'visitor' ? { cookies: [] } : await readSession(url, viewer)),
        origins: [makeSeenPromoStorage(url)],
      },
    });
    context.setDefaultTimeout(stepTimeoutMs);
    const width = variant.startsWith('desktop') ? 'desktop' : 'mobile';
    for (const screen of chosenScreens.filter((item) => item.as === viewer && (item.onlyViewport ?? width) === width)) {
      await takeScreenWithRetries(context, { screen, ids, file: join(target, `${screen.name}.png`) });
      process.stdout.write(`${variant}/${screen.name}.png\n`);
    }
    await context.close();
  }
}

type ScreenshotTask = { readonly screen: Screen; readonly ids: ScreenIds; readonly file: string };

/**
 * Takes one screenshot. When the server could not respond to all requests, the function reports this and tries again.
 * @throws the Error of the last try.
 */
async function takeScreenWithRetries(context: BrowserContext, screenshotTask: ScreenshotTask): Promise<void> {
  for (let triesLeft = maxTries - 1; ; triesLeft -= 1) {
    const page = await context.newPage();
    try {
      await takePage(page, screenshotTask);
      return;
    } catch (error) {
      if (triesLeft === 0) throw error;
      process.stdout.write(
        `Once more: ${screenshotTask.screen.name}. ${error instanceof Error ? error.message : String(error)}\n`,
      );
    } finally {
      // A page that polls the progress of an import may continue to poll.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.close();
    }
  }
}

/**
 * Takes a screenshot of a page.
 * @throws Error when a response of the server was 5xx. A server under load refuses calls, and a screenshot would show
 * this refusal.
 */
async function takePage(page: Page, { screen, ids, file }: ScreenshotTask): Promise<void> {
  const requests = watchRequests(page);
  const faults: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 500) faults.push(`${answer.status()} ${answer.url()}`);
  });
  await page.goto(typeof screen.path === 'string' ? screen.path : screen.path(ids));
  await waitUntilComplete(page, requests);
  await loadAllImages(page);
  await waitUntilComplete(page, requests);
  await screen.prepareScreen?.(page);
  // After the preparation of a screen, some requests may never end, so the function ignores open requests.
  await waitUntilComplete(page, []);
  if (faults.length > 0) throw new Error(faults.join(', '));
  await page.screenshot({ path: file, fullPage: screen.isVisiblePartOnly !== true });
  // Without this step, the cars of an earlier comparison would be shown at the bottom of the next screenshots.
  await page.evaluate(() => localStorage.removeItem('carhouse.compare'));
}

/**
 * The storage of a browser that has shown the promotional dialog. In a browser with empty storage, the dialog would
 * open in a screenshot.
 */
function makeSeenPromoStorage(url: string) {
  return { origin: url, localStorage: [{ name: 'carhouse.promo', value: 'shown' }] };
}

async function readSession(url: string, viewer: Exclude<Viewer, 'visitor'>) {
  const person = await makeSignedInCalls(url, emailsByViewer[viewer]);
  const state = await person.storageState();
  await person.dispose();
  return state;
}

/** Scrolls through the page, so that the images below the first screen load. */
async function loadAllImages(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += window.innerHeight / 2) {
      window.scrollTo({ top: y, behavior: 'instant' });
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    window.scrollTo({ top: 0, behavior: 'instant' });
  });
}

await takeScreenshots();

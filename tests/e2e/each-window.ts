import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from './page-test.ts';

const windows = [
  ['light', 390],
  ['dark', 390],
  ['light', 1440],
  ['dark', 1440],
] as const;

/**
 * Shows the page at the widths of a phone and a desktop, in light and dark. In each window the page must not scroll
 * sideways, and `checkWindow` must pass. `npm test` checks only the window of the test, and `npm run test:all` checks all.
 * When `CARHOUSE_SHOTS` is set, each screenshot is saved in that folder.
 */
export async function checkInEachWindow(page: Page, name: string, checkWindow?: () => Promise<void>): Promise<void> {
  const { CARHOUSE_SHOTS: folder, CARHOUSE_BROWSER_TESTS: testSelection } = process.env;
  if (testSelection === 'journeys') {
    await expectNoSidewaysScroll(page);
    await checkWindow?.();
    return;
  }
  for (const [colorScheme, width] of windows) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    await checkWindow?.();
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${width}.png` });
  }
}

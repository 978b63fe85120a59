import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from './page-test.ts';

const windows = [
  ['light', 390],
  ['dark', 390],
  ['light', 1440],
  ['dark', 1440],
] as const;

/**
 * Shows the page as it is on a phone and on a desktop, light and dark: it never scrolls sideways, and `look` holds in each.
 * With `CARHOUSE_SHOTS` set, each screenshot is saved in that folder.
 */
export async function inEachWindow(page: Page, name: string, look?: () => Promise<void>): Promise<void> {
  const { CARHOUSE_SHOTS: folder } = process.env;
  for (const [scheme, width] of windows) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    await look?.();
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}-${scheme}-${width}.png` });
  }
}

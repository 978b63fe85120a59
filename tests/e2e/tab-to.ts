import type { Page } from '@playwright/test';

/** Presses the Tab key until the control with this name, or the field with this label, has the focus. */
export async function tabToControl(page: Page, name: string): Promise<void> {
  for (let pressCount = 0; pressCount < 80; pressCount += 1) {
    await page.keyboard.press('Tab');
    const focusedElement = await page.evaluate(() => {
      const focusedNode = document.activeElement;
      const label = focusedNode instanceof HTMLInputElement ? focusedNode.labels?.[0] : focusedNode;
      return focusedNode?.getAttribute('aria-label') ?? label?.textContent ?? '';
    });
    if (focusedElement === name) return;
  }
  throw new Error(`The keyboard does not reach '${name}'.`);
}

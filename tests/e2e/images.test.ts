import { texts } from '@carhouse/contract/texts';
import type { Page } from '@playwright/test';
import { createUser, openAsDemo, openSignedIn } from './created-users.ts';
import { demoBuyerEmail } from './demo-users.ts';
import { expect, test } from './page-test.ts';

type ImageOnPage = {
  readonly name: string;
  readonly loaded: boolean;
  readonly shownWidth: number;
  readonly sizes: number;
  readonly files: readonly { readonly url: string; readonly width: number }[];
  readonly hasSizeAttributes: boolean;
};

/** Scrolls through the whole page, so that every lazy image is requested, and waits until the last image has loaded. */
async function scrollThroughPage(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const waitForFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let y = 0; y < document.body.scrollHeight; y += window.innerHeight / 2) {
      window.scrollTo({ top: y, behavior: 'instant' });
      await waitForFrame();
    }
  });
  // Images that a narrow window hides are never requested.
  const listUnfinishedImages = () =>
    page.locator('img').evaluateAll((images: HTMLImageElement[]) =>
      images
        // Slides outside the visible part of a row load when they scroll into view.
        .filter((image) => {
          const { left, right } = image.getBoundingClientRect();
          return !image.complete && image.checkVisibility() && right > 0 && left < window.innerWidth;
        })
        .map((image) => image.outerHTML),
    );
  await expect.poll(listUnfinishedImages, { message: 'pictures that could not be loaded' }).toEqual([]);
}

/** Returns every car image of the page, with its sources and its width on the page. */
function listCarImages(page: Page): Promise<readonly ImageOnPage[]> {
  return page.locator('img.image').evaluateAll((images: HTMLImageElement[]) => {
    const measuringElement = document.body.appendChild(document.createElement('div'));
    const shownImages = images
      .filter((image) => {
        const { left, right } = image.getBoundingClientRect();
        return image.checkVisibility() && right > 0 && left < window.innerWidth;
      })
      .map((image) => {
        // The browser uses the first length of `sizes` whose condition is true.
        const sizeRuleMatches = image.sizes
          .split(',')
          .map((sizeRule) => /^\s*(\(.*\))?\s*([^()]+?)\s*$/.exec(sizeRule));
        const [, , length = '100vw'] =
          sizeRuleMatches.find((sizeRule) => !sizeRule?.[1] || matchMedia(sizeRule[1]).matches) ?? [];
        measuringElement.style.width = length;
        return {
          name: image.currentSrc,
          loaded: image.complete && image.naturalWidth > 0,
          shownWidth: image.getBoundingClientRect().width,
          sizes: measuringElement.getBoundingClientRect().width,
          hasSizeAttributes:
            image.width > 0 && image.getAttribute('width') !== null && image.getAttribute('height') !== null,
          files: image.srcset.split(', ').map((file) => {
            const [url = '', width = ''] = file.split(' ');
            return { url, width: Number.parseInt(width, 10) };
          }),
        };
      });
    measuringElement.remove();
    return shownImages;
  });
}

/**
 * Checks that every source of the page's car images exists with the stated width, and that `sizes` is close to the
 * displayed width.
 */
async function expectSuitableSources(page: Page): Promise<void> {
  const images = await listCarImages(page);
  expect(images.length).toBeGreaterThan(0);
  const faults: string[] = [];
  for (const { name, loaded, hasSizeAttributes, shownWidth, sizes } of images) {
    if (!loaded) faults.push(`${name} is not there`);
    if (!hasSizeAttributes) faults.push(`${name} has no width and height`);
    if (shownWidth > 0 && (sizes < shownWidth * 0.9 || sizes > shownWidth * 1.35))
      faults.push(`${name} says ${sizes} px, is shown ${shownWidth} px wide`);
  }
  expect(faults).toEqual([]);
  for (const { url, width } of images[0]?.files ?? []) {
    expect(await measureNaturalWidth(page, url), url).toBe(width);
  }
}

function measureNaturalWidth(page: Page, url: string): Promise<number> {
  return page.evaluate(async (imageUrl) => {
    const image = new Image();
    image.src = imageUrl;
    await image.decode();
    return image.naturalWidth;
  }, url);
}

/** Collects responses to image requests with a status other than 200. */
function recordRefusedImages(page: Page): string[] {
  const refusedUrls: string[] = [];
  page.on('response', (answer) => {
    if (answer.request().resourceType() !== 'image') return;
    if (answer.status() !== 200) refusedUrls.push(`${answer.status()} ${answer.url()}`);
  });
  return refusedUrls;
}

test('every image of the home page loads, in the width in which it is shown', async ({ page }) => {
  const refusedUrls = recordRefusedImages(page);
  await page.goto('/');
  await scrollThroughPage(page);
  await expectSuitableSources(page);
  expect(refusedUrls).toEqual([]);
});

test('every image of a collection and of the booking form loads, and the first ones are not lazy', async ({ page }) => {
  const refusedUrls = recordRefusedImages(page);
  await openAsDemo(page, demoBuyerEmail, '/ferrari');
  const lazyAttributes = await page
    .locator('img.image')
    .evaluateAll((images: HTMLImageElement[]) => images.slice(0, 4).map((image) => image.loading));
  expect(lazyAttributes).toEqual(['eager', 'eager', 'eager', 'lazy']);
  await scrollThroughPage(page);
  await expectSuitableSources(page);
  await page.getByRole('article').first().getByRole('button', { name: texts.bookNow }).click();
  await expect(page.getByRole('dialog').getByLabel('Model')).toBeVisible();
  await scrollThroughPage(page);
  await expectSuitableSources(page);
  expect(refusedUrls).toEqual([]);
});

test('every image of an order and of its payment loads', async ({ page }) => {
  await openSignedIn(page, await createUser('Buyer'), '/tesla');
  // Each of the two windows uses a different car, because opening the payment holds the car.
  const windowIndex = test.info().project.name.startsWith('phone') ? 1 : 0;
  await page.getByRole('article').nth(windowIndex).getByRole('button', { name: texts.bookNow }).click();
  await page.getByRole('dialog').getByLabel('Meeting date').fill('Sunday');
  await page.getByRole('dialog').getByLabel('Buyer number').fill('9123 4567');
  await page.getByRole('dialog').getByRole('button', { name: texts.confirm }).click();
  await expect(page.getByRole('heading', { name: texts.myOrders.total(1) })).toBeVisible();
  await scrollThroughPage(page);
  await expectSuitableSources(page);
  await page.getByRole('link', { name: /^Pay/ }).click();
  await expect(page.getByRole('heading', { name: texts.payment.heading })).toBeVisible();
  await scrollThroughPage(page);
  await expectSuitableSources(page);
  await page.goto('/dashboard');
  await scrollThroughPage(page);
  await expectSuitableSources(page);
});

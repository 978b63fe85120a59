import { type Browser, chromium, expect, test } from '@playwright/test';
import { makeSignedInCalls, readSuccessBody } from './accounts.ts';
import { listPages } from './all-routes.ts';
import { payByApi } from './card-form.ts';
import { createBooking, createOwnCar, createUser } from './created-users.ts';
import { demoAdminEmail, demoPassword } from './demo-users.ts';
import playwrightConfig from './playwright.config.ts';
import type { Viewer } from './screen.ts';
import { waitUntilComplete } from './wait-until-complete.ts';

/**
 * The browser's default font size in pixels, and the widths of the window. The usual default font size is 16 pixels.
 * The size 32 is the largest in Chrome's settings and is 200 % of the usual text size (WCAG 2.2, 1.4.4 and 1.4.10).
 */
const textSettings = [
  { fontSize: 16, widths: [320] },
  { fontSize: 32, widths: [390, 1280] },
] as const;

for (const { fontSize: fontSizePixels, widths } of textSettings) {
  for (const viewer of ['visitor', 'buyer', 'seller', 'admin'] as const) {
    test(`every page of a ${viewer} fits at ${widths.join(' and ')} px with text of ${fontSizePixels} px`, async () => {
      test.setTimeout(600_000);
      const baseURL = process.env.CARHOUSE_URL ?? '';
      const { session, paths } = await listPagesFor(viewer);
      const browser = await launchBrowser(fontSizePixels);
      try {
        const context = await browser.newContext({
          baseURL,
          reducedMotion: 'reduce',
          serviceWorkers: 'block',
          ...session,
        });
        const page = await context.newPage();
        const faults: string[] = [];
        for (const path of paths) {
          await page.goto(path);
          for (const width of widths) {
            await page.setViewportSize({ width, height: 844 });
            await waitUntilComplete(page, []);
            faults.push(...(await page.evaluate(findOverflow)).map((fault) => `${path} at ${width} px: ${fault}`));
          }
        }
        expect(faults).toEqual([]);
      } finally {
        await browser.close();
      }
    });
  }
}

function launchBrowser(fontSizePixels: number): Promise<Browser> {
  const { launchOptions } = playwrightConfig.use ?? {};
  const chromiumArgs = [...(launchOptions?.args ?? []), `--blink-settings=defaultFontSize=${fontSizePixels}`];
  return chromium.launch({ ...launchOptions, args: chromiumArgs });
}

/** Lists one page of every route that the viewer may open, with the viewer's session. */
async function listPagesFor(viewer: Viewer) {
  const [seller, buyer] = [await createUser('Seller'), await createUser('Buyer')];
  const [car, soldCar] = [await createOwnCar(seller), await createOwnCar(seller, { resalePrice: 88_800 })];
  const [unpaidOrder, paidOrder] = [await createBooking(buyer, car), await createBooking(buyer, soldCar)];
  await payByApi(buyer, paidOrder);
  const admin = await makeSignedInCalls(demoAdminEmail, demoPassword);
  const buyers = await readSuccessBody<{ _id: string }[]>(await admin.get('/api/usersroleBuyers'));
  const callsByViewer = { seller: seller.calls, buyer: buyer.calls, admin };
  const contextOptions = viewer === 'visitor' ? {} : { storageState: await callsByViewer[viewer].storageState() };
  const { seller: shownSeller } = await readSuccessBody<{ seller: { publicName: string } }>(
    await buyer.calls.get(`/api/v1/listings/${car}`),
  );
  const paths = listPages({
    car,
    seller: shownSeller.publicName,
    person: buyers[0]?._id ?? '',
    unpaidOrder,
    paidOrder,
  }).filter(({ as }) => as === viewer);
  return { session: contextOptions, paths: paths.map(({ path }) => path) };
}

/**
 * Runs in the page: lists the elements that are wider than the window, the controls of the header that are outside of
 * the window, and the controls on a photo that overlap. The list does not include elements inside a container that
 * scrolls.
 */
function findOverflow(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const describeElement = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${(element.textContent ?? '').trim().slice(0, 30)}"`;
  const isOutsideWindow = (element: Element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return width > 0 && (right > clientWidth + 1 || left < -1);
  };
  const isInScrollContainer = (element: Element): boolean =>
    element.parentElement !== null &&
    element.parentElement !== document.body &&
    (['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(element.parentElement).overflowX) ||
      isInScrollContainer(element.parentElement));
  const controlsOutsidePage = [...document.querySelectorAll('header a, header button')].filter(
    (control) => isOutsideWindow(control) && control.checkVisibility() && control.closest('dialog, [popover]') === null,
  );
  const doRectanglesOverlap = (firstBox: DOMRect, secondBox: DOMRect) =>
    firstBox.left < secondBox.right - 1 &&
    secondBox.left < firstBox.right - 1 &&
    firstBox.top < secondBox.bottom - 1 &&
    secondBox.top < firstBox.bottom - 1;
  const photosWithOverlap = [...document.querySelectorAll('.card__image')].filter((cardPhoto) => {
    const buttonBoxes = [...cardPhoto.querySelectorAll('button')].map((button) => button.getBoundingClientRect());
    return buttonBoxes.some((firstBox, at) =>
      buttonBoxes.slice(at + 1).some((secondBox) => doRectanglesOverlap(firstBox, secondBox)),
    );
  });
  const faults = [
    ...controlsOutsidePage.map((control) => `outside of the window: ${describeElement(control)}`),
    ...photosWithOverlap.slice(0, 1).map((cardPhoto) => `controls on a photo overlap: ${describeElement(cardPhoto)}`),
  ];
  if (scrollWidth <= clientWidth) return faults;
  const wideElements = [...document.body.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > clientWidth + 1 && !isInScrollContainer(element),
  );
  return [...faults, `scrolls to ${scrollWidth} px: ${wideElements.slice(0, 4).map(describeElement).join(', ')}`];
}

import { texts } from '@carhouse/contract/texts';
import { listingDetailMessages } from '@carhouse/web/messages/en/listing-detail';
import { listingMessages } from '@carhouse/web/messages/en/listings';
import { searchMessages } from '@carhouse/web/messages/en/search';
import type { Page } from '@playwright/test';
import { callApi, listCarByApi, readDemoImages, signUpByApi, uploadImageByApi } from './api-users.ts';
import { signInAsAccount } from './created-users.ts';
import { logIn, newPassword } from './demo-users.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';
import { tabToControl } from './tab-to.ts';

/** Matches the error for the photo URL of a new account, whose host does not exist. */
const missingImagePattern = /Failed to load resource: net::ERR/;

type Car = { readonly _id: string; readonly title: string; readonly resalePrice: number };

/** Finds a car of the demo stock that has comparable cars. */
async function findComparedCar(): Promise<Car> {
  const cars = (await (await callApi('GET', '/api/teslaDatas')).json()) as Car[];
  const car = cars.find(({ title }) => title === 'Model 3');
  if (car === undefined) throw new Error('The demo stock has no Model 3.');
  return car;
}

/** Waits until the list for the last filter is shown instead of the previous list or its placeholder. */
async function expectSearchAnswered(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: searchMessages.results })).toHaveAttribute('aria-busy', 'false');
}

const findHeading = (page: Page) => page.getByRole('heading', { level: 1 });
const findSearchBox = (page: Page) => page.getByRole('combobox', { name: searchMessages.label });

test('a visitor searches, adds a filter, removes it and loads more', async ({ page }) => {
  await page.goto('/cars');
  await expect(findHeading(page)).toHaveText(/^\d+ cars$/);
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(24);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  // The click event is dispatched without scrolling, because scrolling would load the next cars.
  await page.getByRole('link', { name: /^Show \d+ more/ }).dispatchEvent('click');
  await expect(cards).toHaveCount(48);
  // The focus moves to the first new car.
  await expect(cards.nth(24).getByRole('heading').getByRole('link')).toBeFocused();

  await findSearchBox(page).fill('quattro');
  await findSearchBox(page).press('Enter');
  await expect(page).toHaveURL(/[?&]q=quattro/);
  // The filters and the results are shown together.
  const removeWordLink = page.getByRole('link', { name: searchMessages.remove(searchMessages.words('quattro')) });
  await expect(removeWordLink).toBeVisible();
  await expectSearchAnswered(page);
  await expect(cards.first()).toContainText('Audi');
  await expect(page.getByRole('status').filter({ hasText: /^\d+ cars?$/ })).toHaveText(
    (await findHeading(page).textContent()) ?? '',
  );

  await page.goBack();
  await expect(findSearchBox(page)).toHaveValue('');
  await page.goForward();
  await expect(findSearchBox(page)).toHaveValue('quattro');
  await page.getByRole('combobox', { name: searchMessages.sort }).selectOption('price');
  await expect(page).toHaveURL(/sort=price/);
  // The list changes after the URL.
  await expect(async () => {
    const prices = await cards.getByText(/^\$[\d,]+$/).allTextContents();
    const dollars = prices.map((text) => Number(text.replace(/\D/g, '')));
    expect(dollars.length).toBeGreaterThan(1);
    expect(dollars).toEqual(dollars.toSorted((first, second) => first - second));
  }).toPass({ timeout: 30_000 });

  await removeWordLink.click();
  await expect(page).toHaveURL('/cars?sort=price');
  await expect(findSearchBox(page)).toHaveValue('');
});

test('a search that is removed at once leaves its field empty', async ({ page }) => {
  await page.goto('/cars');
  const searchField = findSearchBox(page);
  // The response arrives after the visitor has left the page.
  let sendResponse: () => void = () => undefined;
  const responseReleasePromise = new Promise<void>((resolve) => {
    sendResponse = resolve;
  });
  await page.route('**/api/v1/listings?*', async (route) => {
    await responseReleasePromise;
    await route.continue();
  });
  await searchField.fill('roma');
  await searchField.press('Enter');
  await expect(page).toHaveURL(/[?&]q=roma/);
  await page.goBack();
  await expect(page).toHaveURL('/cars');
  sendResponse();
  await expect(searchField).toHaveValue('');
  await expect(findHeading(page)).toHaveText(/^\d+ cars$/);
  await expect(page.getByRole('article')).toHaveCount(24);
});

test('brand and price are in the URL, and an empty result suggests a filter to remove', async ({ page }, testInfo) => {
  await page.goto('/cars');
  const isPhone = testInfo.project.name === 'phone, dark';
  const filtersButton = page.getByRole('button', { name: /^Filters/ });
  if (isPhone) await filtersButton.click();
  await page.getByRole('checkbox', { name: /^Ferrari/ }).check();
  await expect(page).toHaveURL('/cars?brand=Ferrari');
  await page.getByRole('checkbox', { name: /^Audi/ }).check();
  await expect(page).toHaveURL('/cars?brand=Audi&brand=Ferrari');
  await page.getByRole('checkbox', { name: /^Audi/ }).uncheck();
  await expect(page).toHaveURL('/cars?brand=Ferrari');
  await expectSearchAnswered(page);
  await expectAccessible(page);
  await page.getByRole('textbox', { name: searchMessages.bounds.Price.max }).fill('$1,000');
  await page.getByRole('textbox', { name: searchMessages.bounds.Price.max }).press('Enter');
  await expect(page).toHaveURL(/maxPrice=1000/);
  await expect(page.getByRole('heading', { name: searchMessages.empty.title })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: searchMessages.empty.without('Up to $1,000') }).click();
  await expect(page).toHaveURL('/cars?brand=Ferrari');
  await expect(page.getByRole('article').first()).toContainText('Ferrari');
});

test('the filters of a phone are a dialog that keeps the focus and returns it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/cars');
  const filtersButton = page.getByRole('button', { name: searchMessages.filters, exact: true });
  await filtersButton.click();
  const filterSheet = page.getByRole('dialog', { name: searchMessages.filters });
  await expect(filterSheet).toBeVisible();
  await expectAccessible(page);
  // Shift+Tab from the first control of the dialog does not move the focus to the page behind it.
  for (let pressCount = 0; pressCount < 6; pressCount += 1) {
    await page.keyboard.press('Shift+Tab');
    const isFocusInside = await filterSheet.evaluate((dialog) => {
      const focusedElement = document.activeElement;
      return focusedElement === document.body || dialog.contains(focusedElement);
    });
    expect(isFocusInside).toBe(true);
  }
  await filterSheet.getByRole('checkbox', { name: /^Tesla/ }).check();
  await expect(page).toHaveURL('/cars?brand=Tesla');
  await expect(filterSheet.getByRole('button', { name: /^Show \d+ cars$/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(filterSheet).toHaveCount(0);
  await expect(page.getByRole('button', { name: searchMessages.filtersSet(1) })).toBeFocused();
  await expect(page).toHaveURL('/cars?brand=Tesla');
});

test('prices that exclude each other show an error at their fields', async ({ page, allowConsole }, testInfo) => {
  allowConsole(/status of 422/);
  await page.goto('/cars?minPrice=900000&maxPrice=1000');
  await expect(page.getByRole('heading', { name: searchMessages.refused.title })).toBeVisible();
  if (testInfo.project.name === 'phone, dark')
    await page.getByRole('button', { name: searchMessages.filtersSet(1) }).click();
  const field = page.getByRole('textbox', { name: searchMessages.bounds.Price.max });
  await expect(field).toHaveValue('1,000');
  await expect(field).toHaveAccessibleDescription(/lowest price/);
  await expectAccessible(page);
});

test('a search that fails shows an error and keeps its filters', async ({ page, allowConsole }) => {
  allowConsole(/net::ERR_FAILED/);
  await page.goto('/faq');
  await page.route('**/api/v1/listings?*', (route) => route.abort('failed'));
  // The list is opened by a link within the site, so that the browser and not the server requests the list.
  await page.evaluate(() => history.pushState({}, '', '/cars?brand=Tesla'));
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
  await expect(page.getByRole('heading', { name: searchMessages.looking })).toBeVisible();
  await expect(page.getByText(texts.loading)).toBeVisible();
  const loadErrorAlert = page.getByRole('alert').filter({ hasText: searchMessages.failed.title });
  await expect(loadErrorAlert).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);
  // Each retry repeats the request, so the test may restore the connection after the click.
  await loadErrorAlert.getByRole('button').click();
  await page.unroute('**/api/v1/listings?*');
  await expect(page.getByRole('article').first()).toContainText('Tesla');
});

test('the list, its form and the page of a car work without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL === undefined ? {} : { baseURL }) });
  const page = await context.newPage();
  await page.goto('/cars');
  await findSearchBox(page).fill('model 3');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page).toHaveURL(/q=model\+3/);
  await expect(findHeading(page)).toHaveText(/^\d+ cars$/);
  await page.goto('/cars');
  await page.getByRole('link', { name: /^Show \d+ more/ }).click();
  await expect(page.getByRole('link', { name: searchMessages.fromStart })).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  const car = await findComparedCar();
  await page.goto(`/cars/${car._id}`);
  await expect(findHeading(page)).toHaveText(`Tesla ${car.title}`);
  await expect(page.getByRole('heading', { name: listingDetailMessages.price.heading })).toBeVisible();
  await expect(page.getByRole('heading', { name: listingDetailMessages.running.depreciation.heading })).toBeVisible();
  await context.close();
});

test('the page of a car compares its price and computes its costs', { tag: '@journey' }, async ({ page }) => {
  const car = await findComparedCar();
  await page.goto(`/cars/${car._id}`);
  const priceComparison = page.getByRole('region', { name: listingDetailMessages.price.heading });
  await expect(priceComparison.getByText(/of \d+ comparable cars\. \d+ cost less, \d+ cost more\./)).toBeVisible();
  await expect(priceComparison.getByRole('img')).toHaveAccessibleName(/comparable cars/);
  const runningCostsRegion = page.getByRole('region', { name: listingDetailMessages.running.heading });
  const instalment = runningCostsRegion.getByText(/^\$[\d,]+ a month$/).first();
  const instalmentBefore = await instalment.textContent();
  const months = runningCostsRegion.getByRole('slider', { name: listingDetailMessages.running.loan.months });
  await months.focus();
  await months.press('Home');
  await expect(months).toHaveValue('12');
  await expect(instalment).not.toHaveText(instalmentBefore ?? '');
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
});

test('a visitor who wants to book logs in and finds the dialog open', { tag: '@journey' }, async ({
  page,
  allowConsole,
}) => {
  allowConsole(missingImagePattern);
  const buyer = await signUpByApi('Buyer');
  const car = await findComparedCar();
  await page.goto(`/cars/${car._id}`);
  await page.getByRole('link', { name: texts.bookNow }).filter({ visible: true }).click();
  await logIn(page, buyer.email, newPassword);
  await expect(page).toHaveURL(`/cars/${car._id}?want=book`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Model')).toHaveValue(car.title);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(`/cars/${car._id}`);
});

test('a visitor who wants to add a wish logs in, and the wish is made; an address alone makes none', async ({
  page,
  allowConsole,
}) => {
  allowConsole(missingImagePattern);
  const buyer = await signUpByApi('Buyer');
  await page.goto('/cars?q=model+3');
  await page
    .getByRole('link', { name: new RegExp(texts.addToWishList) })
    .first()
    .click();
  await logIn(page, buyer.email, newPassword);
  await expect(page.getByText(texts.toasts.wished)).toBeVisible();
  await expect(page).toHaveURL(/\/cars\/[\w-]+$/);
  await expect(page.locator('[data-wish]').first()).toHaveAttribute('data-wished', 'true');
  await expect(page.getByText(listingDetailMessages.buy.backWish)).toHaveCount(0);

  const otherCar = ((await (await callApi('GET', '/api/ferrariDatas')).json()) as Car[])[0];
  await page.goto(`/cars/${otherCar?._id}?want=wish`);
  await expect(page.getByText(listingDetailMessages.buy.backWish)).toBeVisible();
  await expect(page.locator(`[data-wish="${otherCar?._id}"]`).first()).toHaveAttribute('data-wished', 'false');
});

test('the first screen of a car has its cost and six facts, says what is not known, and prints without controls', async ({
  page,
  allowConsole,
}) => {
  allowConsole(missingImagePattern);
  const seller = await signUpByApi('Seller');
  const facts = { coeExpiresOn: '2034-03-18', registeredOn: '2024-03-18', mileageKm: 20_000, owners: 2 };
  const car = await listCarByApi(seller, [], { facts });
  await page.goto(`/cars/${car}`);
  const mainContent = page.getByRole('main');
  await expect(mainContent.getByText('20,000 km', { exact: true }).filter({ visible: true }).first()).toBeVisible();
  await expect(mainContent.getByText(/^[\d,]+ km a year$/)).toBeVisible();
  await expect(mainContent.getByText('To 18 Mar 2034', { exact: true })).toBeVisible();
  await expect(mainContent.getByText(listingDetailMessages.buy.costUnknown('the ARF paid'))).toBeVisible();
  await expectAccessible(page);
  const printedUrl = page.getByText(`${texts.brandName} ${page.url()}`);
  await expect(printedUrl).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(printedUrl).toBeVisible();
  const hiddenParts = [page.getByRole('banner'), page.getByRole('contentinfo'), page.locator('[data-book-bar]')];
  for (const hiddenPart of [...hiddenParts, page.locator('.heart').first()]) await expect(hiddenPart).toBeHidden();
  await expect(
    page.getByRole('region', { name: listingDetailMessages.buy.region }).getByText('Seller New'),
  ).toBeVisible();
  await page.emulateMedia({ media: null });

  const carWithoutPhotosId = await listCarByApi(seller, [], { title: 'Bare', yearsOfUse: 2 });
  await page.goto(`/cars/${carWithoutPhotosId}`);
  await expect(mainContent.getByText(listingDetailMessages.key.askCoe)).toBeVisible();
  await expect(mainContent.getByText(/years of COE left/)).toHaveCount(0);
  await expect(mainContent.getByText(listingDetailMessages.running.coe.unknown)).toBeVisible();
});

test('from the search to a booking with the keyboard alone', { tag: '@journey' }, async ({ page, allowConsole }) => {
  allowConsole(missingImagePattern);
  const seller = await signUpByApi('Seller');
  const title = `Keyboard ${seller.email.slice(7, 17)}`;
  const id = await listCarByApi(seller, [], { title });
  const buyer = await signUpByApi('Buyer');
  await signInAsAccount(page, buyer.email, newPassword);
  await page.goto('/cars');
  await expect(findHeading(page)).toHaveText(/^\d+ cars$/);
  await tabToControl(page, searchMessages.label);
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  await expect(findHeading(page)).toHaveText('1 car');
  await tabToControl(page, title);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/cars/${id}`);
  await expect(page.locator('main')).toBeFocused();
  await tabToControl(page, `${texts.bookNow}: ${title}`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Meeting date')).toBeFocused();
  await page.keyboard.type('Saturday at noon');
  await tabToControl(page, 'Buyer number');
  await page.keyboard.type('9123 4567');
  await page.keyboard.press('Enter');
  await expect(page.getByText(texts.toasts.booked)).toBeVisible();
  await expect(page).toHaveURL('/dashboard/myOrders');
});

test('photos are opened, browsed with keys, buttons and thumbnails, and closed', async ({ page, allowConsole }) => {
  allowConsole(missingImagePattern);
  const seller = await signUpByApi('Seller');
  const images: string[] = [];
  for (const image of await readDemoImages(6)) images.push(await uploadImageByApi(seller, image));
  const id = await listCarByApi(seller, images);
  await page.goto(`/cars/${id}`);
  await expectAccessible(page);
  await page.getByRole('button', { name: listingDetailMessages.images.open(1, 6) }).click();
  const dialog = page.getByRole('dialog', { name: listingDetailMessages.images.large('Audi A4 Avant') });
  const imageAnnouncement = dialog.getByRole('status');
  await expect(imageAnnouncement).toHaveText(listingDetailMessages.images.open(1, 6));
  await page.keyboard.press('ArrowRight');
  await expect(imageAnnouncement).toHaveText(listingDetailMessages.images.open(2, 6));
  await dialog.getByRole('button', { name: listingDetailMessages.images.next }).click();
  await expect(imageAnnouncement).toHaveText(listingDetailMessages.images.open(3, 6));
  await dialog.getByRole('button', { name: listingDetailMessages.images.open(6, 6) }).click();
  await expect(imageAnnouncement).toHaveText(listingDetailMessages.images.open(6, 6));
  await page.keyboard.press('Home');
  await expect(imageAnnouncement).toHaveText(listingDetailMessages.images.open(1, 6));
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: listingDetailMessages.images.open(1, 6) })).toBeFocused();
});

test('a car shows that it is sold, that it is the user’s own, and that it is booked', async ({
  page,
  allowConsole,
}) => {
  allowConsole(missingImagePattern);
  const seller = await signUpByApi('Seller');
  const soldCarId = await listCarByApi(seller, []);
  await callApi('POST', `/api/v1/listings/${soldCarId}/sale`, { as: seller });
  await page.goto(`/cars/${soldCarId}`);
  await expect(page.getByText(listingDetailMessages.buy.soldNote)).toBeVisible();
  await expect(page.getByRole('link', { name: texts.bookNow })).toHaveCount(0);
  await expectAccessible(page);

  const title = `Own ${seller.email.slice(7, 17)}`;
  const ownCar = await listCarByApi(seller, [], { title });
  const buyer = await signUpByApi('Buyer');
  const body = { productId: ownCar, meetingDate: 'Sunday', buyerNumber: '9123 4567' };
  await callApi('POST', '/api/bookingData', { body, as: buyer });
  await signInAsAccount(page, buyer.email, newPassword);
  await page.goto(`/cars/${ownCar}`);
  await expect(page.getByText(listingDetailMessages.buy.bookedNote)).toBeVisible();
  await expect(page.getByRole('link', { name: listingDetailMessages.buy.toOrders }).first()).toHaveAttribute(
    'href',
    '/dashboard/myOrders',
  );
  await page.context().clearCookies();
  await signInAsAccount(page, seller.email, newPassword);
  await page.goto(`/cars/${ownCar}`);
  await expect(page.getByRole('link', { name: listingMessages.book.own }).first()).toBeAttached();
  await expect(page.getByRole('button', { name: new RegExp(`${texts.addToWishList}: ${title}`) })).toHaveCount(0);
});

test('an unknown car is 404, with a link to continue', async ({ page, allowConsole }) => {
  allowConsole(/status of 404/);
  for (const id of ['unknown', '0190c1a0-0000-7000-8000-000000000000']) {
    const answer = await page.goto(`/cars/${id}`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: listingDetailMessages.missing.title })).toBeVisible();
  }
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: listingDetailMessages.missing.action }).click();
  await expect(page).toHaveURL('/cars');
});

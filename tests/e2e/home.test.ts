import { sendFeedback } from '@carhouse/contract/feedback';
import { texts } from '@carhouse/contract/texts';
import { homeMessages } from '@carhouse/web/messages/en/home';
import { sharedMessages } from '@carhouse/web/messages/en/shared';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';

test('the home page shows what the specification lists', { tag: '@journey' }, async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: texts.hero.heading })).toBeVisible();
  await expect(page.getByText(texts.hero.paragraph)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Advertisement', exact: true })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Two of five stars, as decoration' }).first()).toBeVisible();
  for (const name of Object.values(texts.previews)) await expect(page.getByRole('heading', { name })).toBeVisible();
  for (const [name, path] of [
    ['Rolls_Royce', '/rolls'],
    ['Mercedes_Benz', '/mercedes'],
    ['TESLA', '/tesla'],
  ] as const) {
    await expect(page.getByRole('link', { name: `${texts.seeMore} ${name}` })).toHaveAttribute('href', path);
  }
});

test('all advertised cars are shown by Show more, nine at a time', async ({ page, allowConsole }) => {
  // The cars do not exist: the app loads a car in advance when its link gets the focus or the pointer.
  allowConsole(/status of 404/);
  const categoriesPath = '/api/advertisement/categories';
  await page.goto('/faq');
  const [car] = (await (await page.request.get(categoriesPath)).json()) as object[];
  const advertisedTitles = Array.from({ length: 20 }, (_, index) => `Advertised ${index + 1}`);
  await page.route(`**${categoriesPath}`, (route) =>
    route.fulfill({ json: advertisedTitles.map((title, index) => ({ ...car, title, _id: `car-${index}` })) }),
  );
  // After a client-side navigation the browser requests the list, not the server, so `page.route` can replace the response.
  await page.getByRole('banner').getByRole('link').first().click();
  const advertisementGrid = page.getByRole('region', { name: 'Advertisement', exact: true });
  const titleHeadings = advertisementGrid.getByRole('heading', { level: 3 });
  await expect(titleHeadings).toHaveText(advertisedTitles.slice(0, 9));
  const showMore = advertisementGrid.getByRole('button', { name: sharedMessages.showMore });
  await showMore.click();
  await expect(advertisementGrid.getByRole('link', { name: 'Advertised 10', exact: true })).toBeFocused();
  await showMore.click();
  await expect(titleHeadings).toHaveText(advertisedTitles);
  await expect(showMore).toHaveCount(0);
});

test('the home page fits a window of 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/');
  await expectNoSidewaysScroll(page);
});

test('the search opens the list of matching cars', async ({ page }) => {
  await page.goto('/');
  const search = page.getByRole('search');
  await search.getByLabel('Brand, model or location').fill('Roma & friends');
  await search.getByRole('button', { name: 'Search' }).click();
  await page.waitForURL((url) => url.pathname === '/cars' && url.searchParams.get('q') === 'Roma & friends');
});

test('the carousel has four slides; arrows and the keyboard move it, and its ticks and text show the position', async ({
  page,
}) => {
  await page.goto('/');
  const carousel = page.getByRole('region', { name: 'Featured' });
  await expect(carousel.getByRole('listitem')).toHaveCount(4);
  await carousel.getByRole('button', { name: 'Next slide' }).click();
  await expect(carousel.getByText('Slide 2 of 4')).toBeAttached();
  await carousel.getByRole('button', { name: 'Previous slide' }).click();
  await expect(carousel.getByText('Slide 1 of 4')).toBeAttached();
  await carousel.getByRole('button', { name: 'Previous slide' }).click();
  await expect(carousel.getByText('Slide 4 of 4')).toBeAttached();
  // After user input the carousel stops, and its button can start the carousel again.
  await expect(carousel.getByRole('button', { name: 'Play slides' })).toBeVisible();
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });
  test('nothing moves automatically, and the strip is a scrollable row', async ({ page }) => {
    await page.goto('/');
    const advertisedStrip = page.getByRole('region', { name: 'Advertised cars' });
    await expect(advertisedStrip.getByRole('button')).toHaveCount(0);
    expect(await advertisedStrip.getByRole('list').evaluate((row) => getComputedStyle(row).animationName)).toBe('none');
    await expect(page.getByRole('button', { name: 'Play slides' })).toBeVisible();
  });
});

test('the strip moves once around in 60 seconds and pauses by its button, the pointer and the focus', async ({
  page,
}) => {
  await page.goto('/');
  const advertisedStrip = page.getByRole('region', { name: 'Advertised cars' });
  const readCarouselState = () =>
    advertisedStrip.getByRole('list').evaluate((row) => {
      const { animationDuration, animationPlayState } = getComputedStyle(row);
      return `${animationDuration} ${animationPlayState}`;
    });
  await page.mouse.move(5, 5);
  expect(await readCarouselState()).toBe('60s running');
  await advertisedStrip.getByRole('link').first().focus();
  expect(await readCarouselState()).toBe('60s paused');
  await advertisedStrip.getByRole('button', { name: 'Pause the moving strip' }).press('Enter');
  await page.getByRole('combobox', { name: homeMessages.find.label }).focus();
  expect(await readCarouselState()).toBe('60s paused');
  await advertisedStrip.getByRole('button', { name: 'Let the strip move' }).press('Enter');
  await page.getByRole('combobox', { name: homeMessages.find.label }).focus();
  expect(await readCarouselState()).toBe('60s running');
  // The test hovers over the strip instead of a car, because a car may have moved away.
  await advertisedStrip.hover({ force: true });
  expect(await readCarouselState()).toBe('60s paused');
});

test('feedback needs both fields, is sent once and shows a message', { tag: '@journey' }, async ({ page }) => {
  await page.goto('/');
  const email = page.getByLabel('Your Email');
  const text = page.getByLabel('Your Feedback');
  await page.getByRole('button', { name: 'Send feedback' }).click();
  // The specification has no message for this error, so the browser shows its own message.
  await expect(email).toBeFocused();
  expect(await email.evaluate((field: HTMLInputElement) => field.validity.valueMissing)).toBe(true);
  await email.fill('buyer.two@example.com');
  await page.getByRole('button', { name: 'Send feedback' }).click();
  await expect(text).toBeFocused();
  await text.fill('The viewing was easy to arrange.');
  const answerPromise = page.waitForResponse((response) => new URL(response.url()).pathname === sendFeedback.path);
  await page.getByRole('button', { name: 'Send feedback' }).dblclick();
  expect((await answerPromise).status()).toBe(201);
  await expect(page.getByRole('status').getByText('Your feedback has been sent. Thank you.')).toBeVisible();
});

test('feedback that fails to send stays in its fields', async ({ page, allowConsole }) => {
  allowConsole(/Failed to load resource/);
  await page.goto('/');
  await page.route(`**${sendFeedback.path}`, (route) => route.abort());
  await page.getByLabel('Your Email').fill('buyer.two@example.com');
  await page.getByLabel('Your Feedback').fill('A long story.');
  await page.getByRole('button', { name: 'Send feedback' }).click();
  await expect(page.getByRole('alert')).toContainText('Your feedback was not sent');
  await expect(page.getByLabel('Your Feedback')).toHaveValue('A long story.');
  await expectAccessible(page);
});

test.describe('a browser that has not seen the promotional modal', () => {
  test.use({ allowsPromo: true });

  test('shows it once, after scrolling, and never again', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('heading', { name: texts.productCategory }).scrollIntoViewIfNeeded();
    const promoDialog = page.getByRole('dialog', { name: 'See it before you pay' });
    await expect(promoDialog).toBeVisible();
    await expect(promoDialog.getByRole('button', { name: 'Not now' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(promoDialog).toHaveCount(0);
    await page.reload();
    expect(await page.evaluate(() => localStorage.getItem('carhouse.promo'))).toBe('shown');
  });

  test('does not show it while the user types', async ({ page }) => {
    await page.clock.install();
    await page.goto('/');
    await page.getByLabel('Your Feedback').fill('In the middle of a sen');
    await page.clock.runFor(60_000);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByLabel('Your Feedback').blur();
    await page.clock.runFor(2000);
    await expect(page.getByRole('dialog', { name: 'See it before you pay' })).toBeVisible();
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the home page is complete, and its search works', async ({ browser, baseURL }) => {
    const page = await (await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })).newPage();
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: texts.hero.heading })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Featured' }).getByRole('listitem')).toHaveCount(4);
    await expect(page.getByRole('heading', { name: 'Advertisement', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Next slide' })).toHaveCount(0);
    await page.getByLabel('Brand, model or location').fill('roma');
    await page.getByRole('button', { name: 'Search' }).click();
    // The server reads filters from the text and shows the results at the URL of the form.
    await page.waitForURL(/\/cars\?q=roma&/);
    await expect(page.getByRole('heading', { level: 1, name: /^\d+ cars?$/ })).toBeVisible();
    await expect(page.getByRole('main').getByRole('article').first()).toContainText('Roma');
    await page.context().close();
  });
});

test('cars are found by their price: by a price range, and within a budget', async ({ page }) => {
  await page.goto('/');
  const priceBandRegion = page.getByRole('region', { name: / cars, by price$/ });
  const priceBandLink = priceBandRegion.getByRole('link', { name: /^\$100K to \$200K/ });
  const cars = Number(/(\d+) cars?$/.exec((await priceBandLink.textContent()) ?? '')?.[1]);
  expect(cars).toBeGreaterThan(10);
  await priceBandLink.click();
  await expect(page).toHaveURL('/cars?minPrice=100000&maxPrice=199999');
  // Other tests add and sell cars during this test.
  await expect(page.getByRole('heading', { level: 1, name: /^\d+ cars$/ })).toBeVisible();
  const foundCarCount = Number.parseInt((await page.getByRole('heading', { level: 1 }).textContent()) ?? '', 10);
  expect(Math.abs(foundCarCount - cars)).toBeLessThan(cars / 2);
  await page.goto('/');
  await page
    .getByRole('combobox', { name: homeMessages.find.budget })
    .selectOption({ label: homeMessages.find.upTo('$150,000') });
  await page.getByRole('search').getByRole('button', { name: homeMessages.find.button }).click();
  await expect(page).toHaveURL('/cars?maxPrice=150000');
});

test('every brand name fits beside the pictures of its cars, in windows of all widths', async ({ page }) => {
  await page.goto('/');
  const brandHeadings = page.getByRole('heading', { level: 3, name: /^(Rolls_Royce|Mercedes_Benz|TESLA)$/ });
  await expect(brandHeadings).toHaveCount(3);
  for (const width of [320, 390, 768, 900, 1024, 1100, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const overflowingBrandNames = await brandHeadings.evaluateAll((headings) =>
      headings.filter((name) => name.scrollWidth > name.clientWidth + 1).map((name) => name.textContent),
    );
    expect(overflowingBrandNames, `at ${width} px`).toEqual([]);
  }
});

import { texts } from '@carhouse/contract/texts';
import { homeMessages } from '@carhouse/web/messages/en/home';
import { homeSectionMessages } from '@carhouse/web/messages/en/home-sections';
import type { Page } from '@playwright/test';
import { readSuccessBody } from './accounts.ts';
import { createUser, openSignedIn, signInAs } from './created-users.ts';
import { demoBuyerEmail, logIn } from './demo-users.ts';
import { isHydrated } from './is-hydrated.ts';
import { expect, expectAccessible, test } from './page-test.ts';

/** Marks the document, so that a test can check whether a new document was loaded. */
async function markDocument(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
}

function isSameDocument(page: Page): Promise<boolean> {
  return page.evaluate(() => 'sameDocument' in window);
}

test('navigation from Home and back uses the router', async ({ page }) => {
  await page.goto('/');
  await markDocument(page);
  const link = page.getByRole('main').getByRole('link', { name: homeSectionMessages.advertisement.all });
  // The router stores the scroll position at the scroll event, which comes one frame after the scrolling. A user does
  // not click within the one frame between scrolling and the scroll event.
  const scrollEndPromise = page.evaluate(
    () => new Promise((resolve) => addEventListener('scrollend', resolve, { once: true })),
  );
  await link.scrollIntoViewIfNeeded();
  await scrollEndPromise;
  await link.click();
  await expect(page).toHaveURL('/cars');
  await expect(page.getByRole('heading', { level: 1, name: /^[\d,]+ cars$/ })).toBeVisible();
  expect(await isSameDocument(page)).toBe(true);
  await expect(page.getByRole('main')).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expectAccessible(page);

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: texts.hero.heading })).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  expect(await isSameDocument(page)).toBe(true);
  await page.goForward();
  await expect(page).toHaveURL('/cars');
  await expect(page.getByRole('heading', { level: 1, name: /^[\d,]+ cars$/ })).toBeVisible();
});

/** Opens a page without any input, so that the page cannot detect a user. */
async function openWithoutUserInput(page: Page, path: string): Promise<string[]> {
  const scriptUrls: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scriptUrls.push(request.url());
  });
  await page.evaluate((href) => location.assign(href), path);
  await page.waitForURL(path);
  await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined);
  return scriptUrls;
}

/**
 * Moves the pointer until the movement has an effect. React hydrates the lower part shortly after the page counts as
 * hydrated.
 */
async function movePointerUntil(page: Page, hasEffect: () => boolean | Promise<boolean>): Promise<void> {
  let pointerMoveCount = 0;
  const movePointer = async () => {
    pointerMoveCount += 1;
    await page.mouse.move(200, 200 + (pointerMoveCount % 2));
    return hasEffect();
  };
  await expect.poll(movePointer).toBe(true);
}

test('the content below the first screen of Home is hydrated when a visitor starts to use the page', async ({
  page,
}) => {
  await page.goto('/faq');
  const scriptUrls = await openWithoutUserInput(page, '/');
  const isLowerSectionsFile = (url: string): boolean => url.includes('/lower-sections-');
  expect(scriptUrls.filter(isLowerSectionsFile)).toEqual([]);
  await expect(page.getByRole('heading', { name: homeSectionMessages.feedback.title })).toBeAttached();
  await expect(page.getByRole('button', { name: homeSectionMessages.feedback.send })).toBeDisabled();
  await movePointerUntil(page, () => scriptUrls.some(isLowerSectionsFile));
  await expect(page.getByRole('button', { name: homeSectionMessages.feedback.send })).toBeEnabled();
  expect(scriptUrls.filter(isLowerSectionsFile)).toHaveLength(1);
});

test('without that code the lower part of Home stays unchanged, and its links work', async ({ page, allowConsole }) => {
  allowConsole(/Failed to load resource|dynamically imported module/);
  await page.goto('/faq');
  await page.route(/\/assets\/lower-sections-/, (route) => route.abort());
  // When a file is missing, the page reloads at most once per minute. The following entry in session storage says that
  // the page has just reloaded.
  await page.evaluate(() => sessionStorage.setItem('carhouse.reloaded-at', String(Date.now())));
  await openWithoutUserInput(page, '/');
  let isLowerSectionsRequested = false;
  page.on('request', (request) => {
    if (request.url().includes('/lower-sections-')) isLowerSectionsRequested = true;
  });
  await movePointerUntil(page, () => isLowerSectionsRequested);
  await expect(page.getByRole('heading', { level: 1, name: texts.hero.heading })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: homeSectionMessages.advertisement.all }).click();
  await expect(page).toHaveURL('/cars');
});

test('Home is the same page after navigation from another page, and its links work', async ({ page }) => {
  await page.goto('/faq');
  await markDocument(page);
  await page.getByRole('banner').getByRole('link', { name: texts.brandName }).first().click();
  await expect(page).toHaveURL('/home');
  await expect(page.getByRole('heading', { level: 1, name: texts.hero.heading })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: homeSectionMessages.advertisement.all }).click();
  await expect(page).toHaveURL('/cars');
  expect(await isSameDocument(page)).toBe(true);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/faq');
});

test('data that the server rendered into Home is not requested again', async ({ page }) => {
  const apiCalls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) apiCalls.push(request.url());
  });
  // A page from the micro-cache may be so old that the browser requests the data again.
  await page.goto(`/?${Date.now()}`);
  await page.getByRole('region', { name: 'Featured' }).getByRole('button', { name: 'Next slide' }).click();
  expect(apiCalls).toEqual([]);
});

test('the theme chosen on Home applies to other pages', async ({ page }) => {
  await page.goto('/');
  await markDocument(page);
  await page.evaluate(() => document.querySelector<HTMLButtonElement>('button[aria-label*="light and dark"]')?.click());
  const chosenTheme = await page.evaluate(() => document.documentElement.dataset.theme);
  await page.getByRole('main').getByRole('link', { name: homeSectionMessages.advertisement.all }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^[\d,]+ cars$/ })).toBeVisible();
  expect(await isSameDocument(page)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(chosenTheme);
});

test('a protected page leads from Home to the login and then to the requested page', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: `${texts.seeMore} ${texts.previews.teslas}` }).click();
  await page.waitForURL(/\/login\?/);
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  await logIn(page, demoBuyerEmail);
  await expect(page).toHaveURL('/tesla');
});

test('signing out on Home leads to the login with its toast', async ({ page }) => {
  await openSignedIn(page, await createUser('Buyer'), '/');
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('alert').getByText(texts.toasts.signedOut)).toBeVisible();
  await expect(page).toHaveURL('/login');
});

test('the account menu opens when its picture fails while the button is pressed, and stays open', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/net::ERR_FAILED/);
  const buyer = await createUser('Buyer');
  await readSuccessBody(
    await buyer.calls.put('/api/v1/me', { data: { photoURL: 'https://lh3.googleusercontent.com/a.png' } }),
  );
  await page.route('https://lh3.googleusercontent.com/**', (route) => route.abort());
  await signInAs(page, buyer);
  await page.goto('/faq');
  const { promise: mayLoad, resolve: startLoading } = Promise.withResolvers<void>();
  await page.route('**/assets/user-menu-*.js', async (route) => {
    await mayLoad;
    await route.continue();
  });
  await openWithoutUserInput(page, '/');
  const button = page.getByRole('button', { name: /^Account menu/ });
  const picture = button.locator('img');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
  const pictureBox = await picture.boundingBox();
  if (pictureBox === null) throw new Error('The account menu has no picture.');
  await page.mouse.move(pictureBox.x + pictureBox.width / 2, pictureBox.y + pictureBox.height / 2);
  await page.mouse.down();
  startLoading();
  // The initials have replaced the picture, so the menu is hydrated and the picture has failed to load.
  await expect(picture).toHaveCount(0);
  await page.mouse.up();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await page.waitForFunction(isHydrated);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');
});

test('opening a link in a new window, and links to a section of Home, are left to the browser', async ({
  page,
  context,
}) => {
  await page.goto('/home');
  await markDocument(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Feedback' }).click();
  await expect(page).toHaveURL('/home#feedback');
  expect(await isSameDocument(page)).toBe(true);
  await expect(page.getByRole('heading', { name: homeSectionMessages.feedback.title })).toBeInViewport();
  const openedPagePromise = context.waitForEvent('page');
  await page
    .getByRole('main')
    .getByRole('link', { name: homeSectionMessages.advertisement.all })
    .click({ modifiers: ['ControlOrMeta'] });
  const secondPage = await openedPagePromise;
  await secondPage.waitForURL('**/cars');
  await expect(page).toHaveURL('/home#feedback');
});

test('a link works without the script files of its page', async ({ page, allowConsole }) => {
  allowConsole(/Failed to load resource|dynamically imported module/);
  await page.goto('/');
  await markDocument(page);
  await page.route(/\/assets\/faq-/, (route) => route.abort(), { times: 1 });
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  await expect(page).toHaveURL('/faq');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => isSameDocument(page)).toBe(false);
});

test('a text typed on Home causes one search, before and after it is hydrated', async ({ page }) => {
  const searchRequests: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/v1\/listings\?/.test(request.url())) searchRequests.push(request.url());
  });
  await page.goto(`/?${Date.now()}`);
  const field = page.getByRole('combobox', { name: homeMessages.find.label });
  await field.fill('white tesla');
  await page.getByRole('main').getByRole('button', { name: homeMessages.find.button }).click();
  await expect(page).toHaveURL('/cars?said=white+tesla&fromText=colour.brand&brand=Tesla&colour=White');
  await expect(page.getByRole('heading', { level: 1, name: /^\d+ cars?$/ })).toBeVisible();
  expect(searchRequests).toHaveLength(1);

  // This page works without JavaScript: the server searches and redirects the browser to the URL with the filters.
  await page.goto('/cars?q=white+tesla&understand=1');
  await expect(page).toHaveURL('/cars?said=white+tesla&fromText=colour.brand&brand=Tesla&colour=White');
  await expect(page.getByRole('heading', { level: 1, name: /^\d+ cars?$/ })).toBeVisible();
  expect(searchRequests).toHaveLength(1);
});

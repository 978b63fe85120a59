import { texts } from '@carhouse/contract/texts';
import { expect, test } from './page-test.ts';
import { publicPages } from './public-pages.ts';

test('the first Tab stop skips to the content', async ({ page }) => {
  await page.goto('/about');
  await page.keyboard.press('Tab');
  const skipLink = page.getByRole('link', { name: 'Skip to content' });
  await expect(skipLink).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/about#main');
});

test('the footer has the other name, and its links work', async ({ page, request }) => {
  await page.goto('/faq');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByText('Resale House', { exact: true })).toBeVisible();
  const links = await footer.getByRole('link').all();
  const paths = await Promise.all(links.map(async (link) => (await link.getAttribute('href')) ?? ''));
  for (const path of new Set(paths)) expect((await request.get(path)).status(), path).toBe(200);
});

test('every public page has a canonical URL and a description', async ({ page, request }) => {
  for (const path of ['/', '/faq', '/about', '/login', '/signup']) {
    await page.goto(path);
    const canonicalUrl = await page.locator('link[rel="canonical"]').getAttribute('href');
    expect(new URL(canonicalUrl ?? '').pathname).toBe(path);
    expect((await page.locator('meta[name="description"]').getAttribute('content'))?.length).toBeGreaterThan(40);
    expect(await page.locator('meta[name="theme-color"]').count()).toBeGreaterThan(0);
  }
  const manifest = await request.get('/site.webmanifest');
  const { icons } = (await manifest.json()) as { icons: { src: string }[] };
  for (const { src } of icons) expect((await request.get(src)).headers()['content-type']).toBe('image/png');
  expect((await request.get('/share.jpg')).headers()['content-type']).toBe('image/jpeg');
});

test('the spinner of the not-found page rotates, and does not with reduced motion', async ({ page, allowConsole }) => {
  allowConsole(/status of 404/);
  await page.goto('/no/such/page');
  const spinner = page.getByRole('img', { name: texts.notFound.code }).locator('svg');
  const readSpinnerMotion = () =>
    spinner.evaluate((drawing) => {
      const { animationName, animationDuration } = getComputedStyle(drawing);
      return `${animationName} ${animationDuration}`;
    });
  expect(await readSpinnerMotion()).toMatch(/^turn_\S+ 5s$/);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await readSpinnerMotion()).toMatch(/^none/);
  await page.getByRole('link', { name: texts.notFound.back }).click();
  await expect(page).toHaveURL('/home');
});

test('Home shows the three previews, each with a link to its collection', async ({ page }) => {
  await page.goto('/');
  for (const name of Object.values(texts.previews)) {
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  }
  const links = page.getByRole('link', { name: new RegExp(texts.seeMore) });
  const linkTargets = await Promise.all((await links.all()).map((link) => link.getAttribute('href')));
  expect(linkTargets).toEqual(['/rolls', '/mercedes', '/tesla']);
});

test('pages render without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL === undefined ? {} : { baseURL }) });
  const page = await context.newPage();
  for (const [path, heading] of publicPages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { level: 1, name: texts.notFound.sorry })).toBeVisible();
  await context.close();
});

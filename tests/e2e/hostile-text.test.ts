import { expect, type Page } from '@playwright/test';
import { callApi, listCarByApi, signUpByApi, uploadImageByApi } from './api-users.ts';
import { signInAsAccount } from './created-users.ts';
import { newPassword } from './demo-users.ts';
import { expectNoSidewaysScroll, test } from './page-test.ts';

/** Texts that would run as a script, or break the markup, on a page that does not escape them (I21). */
const hostileTexts = [
  '<script>window.harm=1</script>',
  '<img src=x onerror=window.harm=1>',
  '"><svg onload=window.harm=1>',
  "'-window.harm=1-'",
  '</title><script>window.harm=1</script>',
  '</textarea><script>window.harm=1</script>',
  '</script><script>window.harm=1</script>',
  '--><script>window.harm=1</script><!--',
  '<iframe srcdoc="<script>parent.harm=1</script>">',
  '<a href="javascript:window.harm=1">here</a>',
  'javascript:window.harm=1',
  'data:text/html,<script>window.harm=1</script>',
  '<body onload=window.harm=1>',
  '<details open ontoggle=window.harm=1>',
  '<input autofocus onfocus=window.harm=1>',
  '<video><source onerror=window.harm=1>',
  '<math><mtext></mtext><mglyph><svg><mtext><style><img src=x onerror=window.harm=1></style>',
  '<style>body{display:none}</style>',
  '<link rel=stylesheet href=data:text/css,body{display:none}>',
  '<meta http-equiv=refresh content="0;url=/faq">',
  '<base href="https://evil.example/">',
  '<form action=https://evil.example><button>x</button></form>',
  '{{constructor.constructor("window.harm=1")()}}',
  '$' + '{window.harm=1}',
  '\\u003cscript\\u003ewindow.harm=1\\u003c/script\\u003e',
  '&lt;script&gt;window.harm=1&lt;/script&gt;',
  '&#60;img src=x onerror=window.harm=1&#62;',
  '<!--#exec cmd="id"--><![CDATA[<script>window.harm=1</script>]]>',
  '" onmouseover="window.harm=1" x="',
  '</div></main></body></html><script>window.harm=1</script>',
] as const;

/** An image of one white pixel. */
const onePixelPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * Lists a car with this text in every field. Each car has a different seller, because several such cars of one seller
 * would be duplicates.
 */
async function listCar(text: string): Promise<string> {
  const seller = await signUpByApi('Seller', hostileTexts[0]);
  const image = await uploadImageByApi(seller, new Blob([onePixelPng], { type: 'image/png' }), '"><script>.png');
  return listCarByApi(seller, [image], { title: text, location: text, description: `${text} ${text}` });
}

/** Checks that each text is displayed as text, and that no text ran as a script. */
async function expectShownAsText(page: Page, expectedTexts: readonly string[]): Promise<void> {
  const body = page.locator('body');
  for (const text of expectedTexts) await expect(body).toContainText(text, { useInnerText: true });
  expect(await page.evaluate(() => 'harm' in window)).toBe(false);
  // None of the texts can be broken into lines. The page must not be wider than the screen, although these texts cannot
  // be broken.
  await expectNoSidewaysScroll(page);
}

// Matches the error for a profile photo, whose host does not exist.
const missingImagePattern = /Failed to load resource: net::ERR/;

test('texts of users are shown as text on every page, whatever they contain (I21)', async ({ page, allowConsole }) => {
  test.setTimeout(180_000);
  allowConsole(missingImagePattern);
  page.on('dialog', (dialog) => {
    throw new Error(`A hostile text opened a dialog: ${dialog.message()}`);
  });
  const cars: string[] = [];
  for (const text of hostileTexts) cars.push(await listCar(text));
  const buyer = await signUpByApi('Buyer', hostileTexts[1]);
  for (const textIndex of [2, 3, 4]) {
    const productId = cars[textIndex];
    const body = { productId, meetingDate: hostileTexts[textIndex], buyerNumber: '9123 4567' };
    await callApi('POST', '/api/bookingData', { body, as: buyer });
  }

  await signInAsAccount(page, buyer.email, newPassword);
  await page.goto('/audi');
  const showMore = page.getByRole('button', { name: /^Show/ });
  const lastHeading = page.getByRole('heading', { name: hostileTexts[0], exact: true });
  while ((await lastHeading.count()) === 0) await showMore.click();
  await expectShownAsText(page, hostileTexts);
  for (const textIndex of [0, 2, 12]) {
    await page.goto(`/cars/${cars[textIndex]}`);
    await expectShownAsText(page, [hostileTexts[textIndex] ?? '']);
    await page.goto(`/cars?q=${encodeURIComponent(hostileTexts[textIndex] ?? '')}`);
    await expectShownAsText(page, []);
  }
  await page.goto('/dashboard/myOrders');
  await expectShownAsText(page, [hostileTexts[2], hostileTexts[3], hostileTexts[4]]);
  await page.goto('/dashboard/myprofile');
  await expectShownAsText(page, [hostileTexts[1]]);
  allowConsole(/status of 404/);
  await page.goto(`/${encodeURIComponent(hostileTexts[0])}`);
  await expectShownAsText(page, ["Sorry, we couldn't find this page."]);
  for (const text of hostileTexts.slice(0, 6)) {
    await page.goto(`/login?from=${encodeURIComponent(text)}&error=${encodeURIComponent(text)}`);
    await expectShownAsText(page, []);
  }
});

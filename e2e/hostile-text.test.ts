import { randomBytes } from 'node:crypto';
import { texts } from '@carhouse/contract/texts';
import { expect, type Page } from '@playwright/test';
import { expectNoSidewaysScroll, test } from './page-test.ts';

/** Texts that run as script, or break out of where they stand, on a page that does not treat them as text (I21). */
const hostile = [
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

const password = 'Hostile!Text1';
/** One white pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

type Somebody = { readonly email: string; readonly token: string };

/** A call of the API beside the browser, without its cookies. */
async function post(path: string, body: object | FormData, token?: string): Promise<Response> {
  const form = body instanceof FormData;
  const answer = await fetch(`${process.env.CARHOUSE_URL}${path}`, {
    method: 'POST',
    headers: {
      ...(form ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: token }),
    },
    body: form ? body : JSON.stringify(body),
  });
  expect(answer.ok, `${path}: ${answer.status}`).toBe(true);
  return answer;
}

async function signUp(role: 'Buyer' | 'Seller', name: string): Promise<Somebody> {
  const email = `${role.toLowerCase()}.${randomBytes(5).toString('hex')}@people.example`;
  const photoURL = 'https://photos.example/a.png';
  const made = await post('/api/auth/sign-up/email', { name, email, password, image: photoURL });
  const token = made.headers.get('set-auth-token') ?? '';
  await post('/api/users', { name, email, role, photoURL }, token);
  return { email, token };
}

async function uploadPicture(seller: Somebody): Promise<string> {
  const form = new FormData();
  form.set('image', new Blob([png], { type: 'image/png' }), '"><script>.png');
  const { data } = (await (await post('/api/images', form, seller.token)).json()) as { data: { url: string } };
  return data.url;
}

/** A car whose every text is this one. */
async function listCar(seller: Somebody, text: string, image: string): Promise<string> {
  const car = {
    title: text,
    location: text,
    category: 'Audi',
    resalePrice: 50_000,
    originalPrice: 90_000,
    yearsOfUse: 3,
    yearOfPurchase: 2023,
    description: `${text} ${text}`,
    image,
  };
  const made = (await (await post('/api/products', car, seller.token)).json()) as { insertedId: string };
  return made.insertedId;
}

/** Every one of the texts stands on the page as text, and none of them was run. */
async function expectShownAsText(page: Page, shown: readonly string[]): Promise<void> {
  const body = page.locator('body');
  for (const text of shown) await expect(body).toContainText(text, { useInnerText: true });
  expect(await page.evaluate(() => 'harm' in window)).toBe(false);
  // None of them has a place to break, and they still do not push the page wider than the screen.
  await expectNoSidewaysScroll(page);
}

// A page with a picture of the account asks for a host that is not there.
const missingPhoto = /Failed to load resource: net::ERR/;

test('texts of people are shown as text on every page, whatever stands in them (I21)', async ({
  page,
  allowConsole,
}) => {
  test.setTimeout(180_000);
  allowConsole(missingPhoto);
  page.on('dialog', (dialog) => {
    throw new Error(`A text of somebody opened a dialog: ${dialog.message()}`);
  });
  const seller = await signUp('Seller', hostile[0]);
  const image = await uploadPicture(seller);
  const cars: string[] = [];
  for (const text of hostile) cars.push(await listCar(seller, text, image));
  const buyer = await signUp('Buyer', hostile[1]);
  for (const place of [2, 3, 4]) {
    const productId = cars[place];
    const given = { productId, meetingDate: hostile[place], buyerNumber: '<b onclick=harm=1>' };
    await post('/api/bookingData', given, buyer.token);
  }

  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email' }).fill(buyer.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText(texts.toasts.loginDone)).toBeVisible();

  await page.goto('/audi');
  const more = page.getByRole('button', { name: /^Show/ });
  const last = page.getByRole('heading', { name: hostile[0], exact: true });
  while ((await last.count()) === 0) await more.click();
  await expectShownAsText(page, hostile);
  await page.goto('/dashboard/myOrders');
  await expectShownAsText(page, [hostile[2], hostile[3], hostile[4]]);
  await page.goto('/dashboard/myprofile');
  await expectShownAsText(page, [hostile[1]]);
  allowConsole(/status of 404/);
  await page.goto(`/${encodeURIComponent(hostile[0])}`);
  await expectShownAsText(page, ["Sorry, we couldn't find this page."]);
  for (const text of hostile.slice(0, 6)) {
    await page.goto(`/login?from=${encodeURIComponent(text)}&error=${encodeURIComponent(text)}`);
    await expectShownAsText(page, []);
  }
});

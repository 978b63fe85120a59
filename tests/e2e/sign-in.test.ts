import { texts } from '@carhouse/contract/texts';
import { validationTexts } from '@carhouse/contract/validation-texts';
import { passwordMessages } from '@carhouse/domain/account/password-messages';
import { openAsDemo } from './created-users.ts';
import { demoBuyerEmail, logIn, submitSignup } from './demo-users.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';

test('a visitor of a brand page logs in and returns to it', { tag: '@journey' }, async ({ page }) => {
  await page.goto('/rolls');
  await expect(page).toHaveURL(/\/login/);
  await logIn(page, demoBuyerEmail);
  await expect(page).toHaveURL('/rolls');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('login shows which field is missing, and focuses it', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText(validationTexts.emailRequired)).toBeVisible();
  await expect(page.getByText(validationTexts.passwordRequired)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await page.getByLabel('Password', { exact: true }).fill('five5');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText(validationTexts.passwordMinimum)).toBeVisible();
  await expectAccessible(page);
});

test('a wrong password stays on the page with the toast of the specification', async ({ page, allowConsole }) => {
  allowConsole(/status of 401/);
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email' }).fill(demoBuyerEmail);
  await page.getByLabel('Password', { exact: true }).fill('Wrong!Password1');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert').getByText(texts.toasts.loginFailed)).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  // The reason remains beside the form when the toast has disappeared.
  await page.getByRole('alert').getByRole('button').click();
  await expect(page.getByRole('main').getByText(texts.toasts.loginFailed)).toBeVisible();
});

for (const requestedPath of [
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/%2f%2fevil.example',
  'javascript:alert(1)',
]) {
  test(`login never redirects to another site (${requestedPath})`, async ({ page }) => {
    await page.goto(`/login?from=${encodeURIComponent(requestedPath)}`);
    const { origin } = new URL(page.url());
    await logIn(page, demoBuyerEmail);
    await page.waitForURL((url) => url.pathname !== '/login');
    expect(new URL(page.url()).origin).toBe(origin);
  });
}

test('signing out shows a toast and redirects to login; the dashboard is protected again', async ({ page }) => {
  await openAsDemo(page, demoBuyerEmail, '/faq');
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await expect(page.getByText('(Buyer)')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  // The toast has the style of an error.
  await expect(page.getByRole('alert').getByText(texts.toasts.signedOut)).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  await page.goto('/dashboard/myOrders');
  await expect(page).toHaveURL(/\/login/);
});

test('who signs up from Book Now reads why, and has a link back to the booking on Home', async ({ page }) => {
  await page.goto('/cars');
  const car = page.getByRole('region', { name: 'Cars found' }).getByRole('article').first();
  const path = `${await car.getByRole('heading').getByRole('link').getAttribute('href')}?want=book`;
  await page.goto(`/login?from=${encodeURIComponent(path)}`);
  await expect(page.getByText('Log in to book this car.')).toBeVisible();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await submitSignup(page);
  const returnLink = page.getByRole('link', { name: 'Go on: book the car' });
  await expectAccessible(page);
  await returnLink.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`^[^?]*${path.split('?')[0]}`));
});

test('signup shows the first broken rule of the password in the order of the specification', async ({ page }) => {
  await page.goto('/signup');
  const password = page.getByLabel('Password', { exact: true });
  const rules = [
    ['Ab!1', passwordMessages.length],
    ['Abcdef!', passwordMessages.uppercase],
    ['ABcdefg', passwordMessages.special],
  ] as const;
  for (const [typedPassword, message] of rules) {
    await password.fill(typedPassword);
    await page.getByRole('button', { name: 'Signup' }).click();
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  }
  await expect(page.getByText(validationTexts.photoUrlRequired)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('signup with an address that has an account shows the message of the identity service', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 4\d\d/);
  await page.goto('/signup');
  await page.getByLabel('Buyer', { exact: true }).check();
  await page.getByLabel('Name', { exact: true }).fill('Somebody');
  await page.getByRole('textbox', { name: 'Email' }).fill(demoBuyerEmail);
  await page.getByLabel('Password', { exact: true }).fill('Brand!New1P');
  await page.getByLabel('Photo URL').fill('https://photos.example/a.png');
  await page.getByRole('button', { name: 'Signup' }).click();
  const email = page.getByRole('textbox', { name: 'Email' });
  await expect(email).toHaveAccessibleDescription(/already exists/i);
  await expect(email).toBeFocused();
  await expectAccessible(page);
});

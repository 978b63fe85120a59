import { addFeeRule } from '@carhouse/contract/fees';
import { texts } from '@carhouse/contract/texts';
import type { Page } from '@playwright/test';
import { readSuccessBody, runAsDemoAdmin } from './accounts.ts';
import { makeSessionOld } from './age-session.ts';
import { type CreatedUser, createOwnCar, createUser, openAsDemo, openSignedIn } from './created-users.ts';
import { demoAdminEmail, demoBuyerEmail, demoPassword } from './demo-users.ts';
import { checkInEachWindow } from './each-window.ts';
import { expect, expectAccessible, test } from './page-test.ts';

// A rule for every sale or for a brand would change the money of other tests, so these rules are for one seller.
const percentageRule = { isEnd: false, basisPoints: 125, fixed: 100, cap: 5_000, gstBasisPoints: 900 };
const dayMs = 86_400_000;

async function readUserId(seller: CreatedUser): Promise<string> {
  return (await readSuccessBody<{ user: { _id: string } }>(await seller.calls.get('/api/v1/me'))).user._id;
}

async function addRuleFor(seller: CreatedUser, changes: object = {}): Promise<void> {
  const data = { ...percentageRule, seller: await readUserId(seller), ...changes };
  await runAsDemoAdmin(async (admin) => readSuccessBody(await admin.post(addFeeRule.path, { data })));
}

const findRulesOfSeller = (page: Page, seller: CreatedUser) =>
  page.getByRole('table', { name: 'Rules for fees' }).getByRole('row').filter({ hasText: seller.name });

test('an admin adds a rule for one seller, who reads it beside the price, and ends it', { tag: '@journey' }, async ({
  page,
}) => {
  const seller = await createUser('Seller');
  await openAsDemo(page, demoAdminEmail, '/dashboard');
  await openPageFromDrawer(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Fees' })).toBeVisible();

  // Each error is shown at its field, and the first field with an error has the focus.
  await page.getByRole('button', { name: 'New rule' }).click();
  const form = page.getByRole('dialog', { name: 'New rule for fees' });
  const exampleRegion = form.getByRole('region', { name: 'Example' });
  await expect(exampleRegion).toContainText('Fill in the percentage and the GST');
  await form.getByText('One seller', { exact: true }).click();
  await form.getByLabel('Percent of the price').fill('60');
  await form.getByLabel('Maximum').fill('a lot');
  await form.getByText('On a day', { exact: true }).click();
  await form.getByRole('button', { name: 'Save rule' }).click();
  await expect(form.getByLabel('Seller', { exact: true })).toBeFocused();
  for (const fault of [
    'Please choose a seller',
    'A percentage from 0 to 50, with at most two decimals',
    'An amount up to $1,000,000, with at most two decimals',
    'Please fill in this field',
    'A day after today',
  ])
    await expect(form.getByText(fault, { exact: true })).toBeVisible();
  await checkInEachWindow(page, 'fees-errors');
  await expectAccessible(page);

  await form.getByLabel('Seller', { exact: true }).fill(seller.email);
  await form.getByRole('button', { name: `Choose ${seller.name}, ${seller.email}` }).click();
  await expect(form.getByRole('button', { name: 'Choose another seller' })).toBeFocused();
  await form.getByLabel('Percent of the price').fill('1.25');
  await form.getByLabel('Fixed part').fill('100');
  await form.getByLabel('Maximum').fill('5,000');
  await form.getByLabel('GST on the fee').fill('9');
  await form.getByText('At once', { exact: true }).click();
  for (const [lineTitle, amount] of [
    ['Sale fee', '−$1,350.00'],
    ['GST on the fee', '−$121.50'],
    ['The seller receives', '$98,528.50'],
  ] as const)
    await expect(exampleRegion.getByText(lineTitle, { exact: true }).locator('..')).toContainText(amount);
  await exampleRegion.getByLabel('Price of the car').fill('868000');
  await expect(exampleRegion.getByText('$862,550.00')).toBeVisible();
  await checkInEachWindow(page, 'fees-new', () => expectAccessible(page));
  await form.getByRole('button', { name: 'Save rule' }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByText('The rule is saved')).toBeVisible();
  const row = findRulesOfSeller(page, seller);
  await expect(row).toContainText('1.25% of the price plus $100, at most $5,000');
  await expect(row).toContainText('9% GST on the fee');
  await expect(row).toContainText('Applies now');
  await checkInEachWindow(page, 'fees');
  await expectAccessible(page);

  await page.context().clearCookies();
  await openSignedIn(page, seller, '/dashboard/addProduct');
  const receivedAmountStatus = page.getByRole('status', { name: 'What you receive' });
  await expect(receivedAmountStatus).toHaveText('Choose the category and type the price to see what you receive.');
  const height = (await receivedAmountStatus.boundingBox())?.height;
  await page.getByLabel('Category', { exact: true }).selectOption('Ferrari');
  await page.getByLabel('Resale price').fill('868,000');
  await expect(receivedAmountStatus).toHaveText(
    'You receive $862,550: the price less the fee of $5,000 (1.25% of the price plus $100, at most $5,000) and $450 GST on the fee.',
  );
  expect((await receivedAmountStatus.boundingBox())?.height).toBe(height);
  await checkInEachWindow(page, 'fee-quote', () => expectAccessible(page));
  await page.getByLabel('Resale price').fill('8680');
  await expect(receivedAmountStatus).toContainText('You receive $8,452.73: the price less the fee of $208.50');
  await page.getByLabel('Resale price').fill('much');
  await expect(receivedAmountStatus).toHaveText('Choose the category and type the price to see what you receive.');

  await page.context().clearCookies();
  await openAsDemo(page, demoAdminEmail, '/dashboard/fees');
  await row.getByRole('button', { name: `End the rule: ${seller.name}` }).click();
  const question = page.getByRole('dialog', { name: 'End this rule?' });
  await expect(question).toContainText('For this seller the rule of the brand then applies');
  await checkInEachWindow(page, 'fees-end');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'End the rule' }).click();
  await expect(page.getByText('The rule is ended')).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.getByRole('link', { name: 'All rules' }).click();
  await expect(row.nth(0)).toContainText('Ended');
  await expect(row.nth(1)).toContainText('Replaced');
  await expect(row.getByRole('button')).toHaveCount(0);
});

test('a rule that has not begun is ended before it applies', async ({ page }) => {
  const seller = await createUser('Seller');
  await addRuleFor(seller);
  await addRuleFor(seller, { basisPoints: 500, validFrom: new Date(Date.now() + dayMs).toISOString() });
  await openAsDemo(page, demoAdminEmail, '/dashboard/fees?show=all');
  const rows = findRulesOfSeller(page, seller);
  await expect(rows.nth(0)).toContainText('Applies later');
  await rows
    .nth(0)
    .getByRole('button', { name: /^End the rule/ })
    .click();
  const question = page.getByRole('dialog', { name: 'End this rule?' });
  await expect(question).toContainText('The rule has not begun. It will never apply.');
  await question.getByRole('button', { name: 'End the rule' }).click();
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(0)).toContainText('End of the rule');
  await expect(rows.nth(1)).toContainText('Replaced');
  await expect(rows.nth(2)).toContainText('Applies now');
});

test('a new rule asks for the password when the sign-in is old, and is then saved', async ({ page, allowConsole }) => {
  allowConsole(/Failed to load resource: the server responded with a status of 403/);
  const seller = await createUser('Seller');
  await openAsDemo(page, demoAdminEmail, '/dashboard/fees');
  await page.getByRole('button', { name: 'New rule' }).click();
  const form = page.getByRole('dialog', { name: 'New rule for fees' });
  await form.getByText('One seller', { exact: true }).click();
  await form.getByLabel('Seller', { exact: true }).fill(seller.email);
  await form.getByRole('button', { name: `Choose ${seller.name}, ${seller.email}` }).click();
  await form.getByLabel('Percent of the price').fill('2');
  await form.getByLabel('GST on the fee').fill('0');
  await makeSessionOld(page);
  await form.getByRole('button', { name: 'Save rule' }).click();
  const proofDialog = page.getByRole('dialog', { name: 'Is it you?' });
  await proofDialog.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The rule is saved')).toBeVisible();
  await expect(findRulesOfSeller(page, seller)).toContainText('2% of the price');
  await expect(findRulesOfSeller(page, seller)).toContainText('No GST');
});

test('a seller who edits a car reads what they receive, and a failure does not stop them', async ({
  page,
  allowConsole,
}) => {
  const seller = await createUser('Seller');
  const car = await createOwnCar(seller, { resalePrice: 868_000 });
  await openSignedIn(page, seller, `/dashboard/myProduct/${car}/edit`);
  const receivedAmountStatus = page.getByRole('status', { name: 'What you receive' });
  await expect(receivedAmountStatus).toHaveText('You receive $868,000: there is no fee.');
  await addRuleFor(seller, { fixed: 0, cap: null, gstBasisPoints: 0 });
  await page.getByLabel('Resale price').fill('800,000');
  await expect(receivedAmountStatus).toHaveText(
    'You receive $790,000: the price less the fee of $10,000 (1.25% of the price).',
  );

  allowConsole(/Failed to load resource: the server responded with a status of 400/);
  await page.route('**/api/v1/fee-quote?*', (route) =>
    route.fulfill({ status: 400, contentType: 'application/problem+json', json: { code: 'BAD_REQUEST', title: 'No' } }),
  );
  await page.getByLabel('Resale price').fill('810,000');
  await expect(receivedAmountStatus).toHaveText('What you receive could not be computed.');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page).toHaveURL('/dashboard/myProduct');
});

test('the list of rules says when it could not be loaded, and loads on demand', async ({ page, allowConsole }) => {
  allowConsole(/Failed to load resource: the server responded with a status of 400/);
  await openAsDemo(page, demoAdminEmail, '/dashboard/books');
  await page.route('**/api/v1/fee-rules?*', (route) =>
    route.fulfill({ status: 400, contentType: 'application/problem+json', json: { code: 'BAD_REQUEST', title: 'No' } }),
  );
  await openPageFromDrawer(page);
  await expect(page.getByRole('heading', { name: 'The rules could not be loaded' })).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/v1/fee-rules?*');
  await page.route('**/api/v1/fee-rules?*', (route) => route.fulfill({ json: { rules: [], next: null } }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'There is no fee' })).toBeVisible();
  await expectAccessible(page);
});

test('a buyer does not see the rules for fees', async ({ page }) => {
  await openAsDemo(page, demoBuyerEmail, '/dashboard/fees');
  await expect(page.getByText(texts.toasts.notAdmin)).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
});

/** Opens the page of fees from the menu of the dashboard, without loading the document again. */
async function openPageFromDrawer(page: Page): Promise<void> {
  const menuButton = page.getByRole('button', { name: 'Open menu' });
  if (await menuButton.isVisible()) await menuButton.click();
  await page.getByRole('navigation', { name: 'Dashboard menu' }).getByRole('link', { name: 'Fees' }).click();
}

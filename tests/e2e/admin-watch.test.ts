import { texts } from '@carhouse/contract/texts';
import type { Page } from '@playwright/test';
import { makeAccount, readSuccessBody } from './accounts.ts';
import { createBooking, createOwnCar, createUser, openAsDemo, signInAsAccount } from './created-users.ts';
import { demoAdminEmail, demoSellerEmail } from './demo-users.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';

const missingImagePattern = /Failed to load resource: net::ERR/;
const id = (idNumber: number): string => `0190c1a0-0000-7000-8000-00000000000${idNumber}`;

/** Checks the page in both themes, at widths from a phone to a wide screen. */
async function checkPage(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [390, 768, 1024, 1920, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page);
      const screenshotFolder = process.env.CARHOUSE_SHOTS;
      if (screenshotFolder !== undefined)
        await page.screenshot({ path: `${screenshotFolder}/${name}-${colorScheme}-${width}.png` });
      if (width === 390 || width === 1440) await expectAccessible(page);
    }
  }
}

/** Opens a screen through the drawer, so that the browser requests its data instead of the server. */
async function openPageFromDrawer(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAsDemo(page, demoAdminEmail, '/dashboard/createUser');
  await page
    .getByRole('navigation', { name: 'Dashboard menu' })
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

const seller = {
  _id: id(9),
  name: 'Sze Car Traders',
  joinedAt: '2026-11-20T03:00:00.000Z',
  carsOnOffer: 3,
  suspended: false,
};
const waitingImport = {
  _id: id(1),
  state: 'awaiting review',
  fileName: 'stock-november.csv',
  fileBytes: 18_000,
  createdAt: '2026-11-22T03:00:00.000Z',
  changedAt: '2026-11-22T03:05:00.000Z',
  finishedAt: null,
  doneRows: 120,
  totalRows: 120,
  counts: { imported: 117, updated: 0, unchanged: 0, rejected: 3 },
  fault: null,
  seller,
  preview: [
    {
      line: 2,
      ref: 'a1',
      taken: true,
      title: 'Ferrari Roma',
      brand: 'Ferrari',
      price: 868_000,
      year: 2021,
      mileageKm: 1,
      location: '',
      photos: 3,
      reason: '',
    },
    {
      line: 3,
      ref: 'a2',
      taken: false,
      title: 'Audi A4',
      brand: 'Audi',
      price: null,
      year: 2019,
      mileageKm: 1,
      location: '',
      photos: 0,
      reason: 'it has no price',
    },
  ],
  acts: ['release', 'reject'],
};
const runningImport = {
  ...waitingImport,
  _id: id(2),
  state: 'running',
  fileName: 'whole-stock-of-the-year-with-a-long-name.csv',
  doneRows: 1_200,
  totalRows: 6_000,
  counts: null,
  preview: [],
  acts: ['stop'],
};

/** Mocks the server's imports. The server's decisions are tested over HTTP (apps/server/imports/). */
async function mockImports(page: Page): Promise<readonly string[]> {
  const sentActPaths: string[] = [];
  const allImports = [waitingImport, runningImport];
  await page.route('**/api/v1/all-imports?*', (route) => {
    const requestedStage = new URL(route.request().url()).searchParams.get('stage');
    const state = requestedStage === 'waiting' ? 'awaiting review' : requestedStage;
    const imports = allImports.filter(
      (listedImport) =>
        listedImport.state === state && !sentActPaths.some((sentPath) => sentPath.includes(listedImport._id)),
    );
    return route.fulfill({ json: { imports, next: null } });
  });
  await page.route('**/api/v1/{import-reviews,running-imports}/*/*', (route) => {
    const path = new URL(route.request().url()).pathname;
    sentActPaths.push(`${path.split('/').slice(-2).join(' ')} ${route.request().postData() ?? ''}`);
    return route.fulfill({ json: path.endsWith('/stop') ? { stopped: true } : { modifiedCount: 1 } });
  });
  return sentActPaths;
}

test("an admin sees all sellers' imports by stage, refuses one with a reason and stops another", async ({ page }) => {
  const sentActPaths = await mockImports(page);
  await openPageFromDrawer(page, 'All imports');
  const importsTable = page.getByRole('table', { name: 'Imports of all sellers' });
  const row = importsTable.getByRole('row').filter({ hasText: 'stock-november.csv' });
  await expect(row).toContainText('Sze Car Traders');
  await expect(row).toContainText('117 new, 0 changed, 0 unchanged, 3 not imported');
  await expect(row.getByRole('list', { name: 'First rows' })).toContainText('Audi A4, not imported: it has no price');
  await expect(row.getByRole('button')).toHaveText(['Refuse', 'Approve']);
  await checkPage(page, 'imports-waiting');
  await row.getByRole('button', { name: 'Refuse stock-november.csv' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Refuse this import?' });
  await dialog.getByRole('button', { name: 'Refuse' }).click();
  await expect(dialog.getByText('Give a reason')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Reason').fill('The photos are of other cars.');
  await dialog.getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByRole('heading', { name: 'No import waits' })).toBeVisible();

  await page.getByRole('radio', { name: 'Under way' }).check();
  await expect(page).toHaveURL(/stage=running/);
  const runningRow = importsTable.getByRole('row').filter({ hasText: 'Being imported' });
  await expect(runningRow).toContainText('1,200 of 6,000 rows');
  await expect(runningRow.getByRole('button')).toHaveText(['Stop']);
  await checkPage(page, 'imports-running');
  await runningRow.getByRole('button').click();
  const question = page.getByRole('alertdialog', { name: 'Stop this import?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('heading', { name: 'No import is under way' })).toBeVisible();
  expect(sentActPaths).toEqual([
    `${waitingImport._id} rejection {"reason":"The photos are of other cars."}`,
    `${runningImport._id} stop {}`,
  ]);
});

test('an admin approves an import that waits', async ({ page }) => {
  const sentActPaths = await mockImports(page);
  await openPageFromDrawer(page, 'All imports');
  await page.getByRole('button', { name: 'Approve stock-november.csv' }).click();
  await expect(page.getByText('stock-november.csv is being imported')).toBeVisible();
  expect(sentActPaths).toEqual([`${waitingImport._id} release {}`]);
});

test('an admin sees which car is held, by whom and until when, and ends the hold', async ({ page }) => {
  const dealer = await createUser('Seller');
  const buyer = await createUser('Buyer');
  const booking = await createBooking(buyer, await createOwnCar(dealer));
  await readSuccessBody(await buyer.calls.post('/api/create-payment-intent', { data: { paymentId: booking } }));
  await openAsDemo(page, demoAdminEmail, '/dashboard/holds');
  const row = page
    .getByRole('table', { name: 'Cars that are held now' })
    .getByRole('row')
    .filter({ hasText: buyer.name });
  await expect(row).toContainText('Ferrari Roma');
  await expect(row).toContainText(`from ${dealer.name}`);
  await expect(row).toContainText('1 hold in 24 hours');
  await expect(row).toContainText(/\d\d:\d\d/);
  await checkPage(page, 'holds');
  await row.getByRole('button', { name: `End the hold of ${buyer.name} on Ferrari Roma` }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'End this hold?' });
  await expect(dialog).toContainText(`${buyer.name} can no longer pay for the car`);
  await dialog.getByRole('button', { name: 'End hold' }).click();
  await expect(dialog.getByText('Please say why, in three characters or more')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Reason').fill('Hoarding');
  await dialog.getByRole('button', { name: 'End hold' }).click();
  await expect(page.getByText('The hold on Ferrari Roma has ended')).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Cars that are held now' })).toBeFocused();
});

test('an admin filters the security log by event and result, and sees the four alerts', async ({ page }) => {
  await openAsDemo(page, demoAdminEmail, '/dashboard/security');
  const alertsRegion = page.getByRole('region', { name: 'Alerts' });
  for (const name of ['Password guessing', 'Mass reading', 'Too many held cars', 'Too many mails'])
    await expect(alertsRegion.getByText(name)).toBeVisible();
  await expect(alertsRegion.getByRole('definition').first()).toHaveText(/^\d+$/);
  const importsTable = page.getByRole('table', { name: 'Security events' });
  await expect(importsTable.getByRole('row').nth(1)).toBeVisible();
  await checkPage(page, 'security');
  await page.getByLabel('Event', { exact: true }).selectOption('Sign-in');
  await expect(page).toHaveURL(/event=sign-in/);
  await expect(importsTable.getByText('Allowed').first()).toBeVisible();
  await expect(importsTable.getByText(/^Person \S{10,}/).first()).toBeVisible();
  await page.getByLabel('Result').selectOption('Failed');
  await expect(page.getByRole('heading', { name: 'No event matches' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Show everything' }).click();
  await expect(page).toHaveURL('/dashboard/security');
});

test('an admin sees how the server does, on the page System', async ({ page }) => {
  await openAsDemo(page, demoAdminEmail, '/dashboard/system');
  const requestsRegion = page.getByRole('region', { name: 'Requests' });
  await expect(requestsRegion.getByText(/^\d[\d,]* requests? in the last minute$/)).toBeVisible();
  await expect(requestsRegion.getByText(/^half within [\d.]+\s(ms|s)$/).first()).toBeVisible();
  const waitingRegion = page.getByRole('region', { name: 'Work that waits' });
  await expect(waitingRegion.getByRole('listitem').filter({ hasText: 'Reconciler' })).toContainText(/\d+\ss ago/);
  await expect(page.getByRole('region', { name: 'Parts of the server' })).toContainText(/\d+ of \d+ busy/);
  const nodesTable = page.getByRole('table', { name: 'Nodes' });
  await expect(nodesTable.getByRole('row', { name: /^Node 1/ })).toContainText(/MB/);
  await checkPage(page, 'system');
});

test('the page System shows every node, and marks what needs an admin', async ({ page }) => {
  const idleFigures = { count: 0, p50: null, p99: null };
  const busyFigures = { count: 72_000, p50: 0.0031, p99: 0.0874 };
  const makeNode = (nodeName: string) => ({
    node: nodeName,
    requestsPerSecond: 1_204.5,
    reads: busyFigures,
    writes: nodeName === '1' ? { count: 310, p50: 0.021, p99: 1.36 } : idleFigures,
    errors: 14,
    loopDelay: 0.412,
    memoryBytes: 612_000_000,
    uptime: 1_209_600,
    connections: { busy: 10, most: 10, waiting: 3 },
    catalogue: { cars: 1_000_000, staleness: 7.2 },
  });
  await page.route('**/api/v1/system', (route) =>
    route.fulfill({
      json: {
        version: '0.1.0',
        requestsPerSecond: 4_818,
        reads: busyFigures,
        writes: { count: 310, p50: 0.021, p99: 1.36 },
        errors: 56,
        nodes: ['1', '2', '3', '4'].map(makeNode),
        reconcilerAge: 4_000,
        jobsWaiting: 1_240,
        mailsWaiting: 3,
        eventsWaiting: 2,
        openDiscrepancies: 1,
        backup: { isConfigured: true, age: null },
      },
    }),
  );
  await openPageFromDrawer(page, 'System');
  await expect(page.getByText('Version 0.1.0, 4 nodes on this machine')).toBeVisible();
  const findLine = (region: string, name: string) =>
    page.getByRole('region', { name: region }).getByRole('listitem').filter({ hasText: name });
  await expect(findLine('Work that waits', 'Reconciler')).toContainText('67 min ago');
  await expect(findLine('Work that waits', 'Jobs')).toContainText('1,240 wait');
  await expect(findLine('Parts of the server', 'Database connections')).toContainText('12 requests wait for one');
  await expect(findLine('Parts of the server', 'Last backup')).toContainText('None yet');
  await expect(page.getByRole('table', { name: 'Nodes' }).getByRole('row', { name: /^Node \d/ })).toHaveCount(4);
  await checkPage(page, 'system-trouble');
  await page.getByRole('link', { name: 'Payment issues' }).last().click();
  await expect(page).toHaveURL('/dashboard/money');
});

test('an admin resets the second step of a user, after a confirmation', async ({ page, allowConsole }) => {
  allowConsole(missingImagePattern);
  const buyer = await makeAccount('Buyer');
  await openAsDemo(page, demoAdminEmail, `/dashboard/allBuyers?search=${encodeURIComponent(buyer.email)}`);
  await page.getByRole('button', { name: `Actions for ${buyer.name}` }).click();
  await page.getByRole('button', { name: 'Reset the second step' }).click();
  const question = page.getByRole('alertdialog', { name: 'Reset their second step?' });
  await expect(question).toContainText(buyer.email);
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Reset the second step' }).click();
  await expect(page.getByText(`${buyer.email} has no second step.`)).toBeVisible();
});

test('an admin resets the second step of another admin, and never their own', async ({ page, allowConsole }) => {
  allowConsole(missingImagePattern);
  const otherUser = {
    _id: id(3),
    name: 'Rosalind Tan',
    email: 'rosalind.tan@people.example',
    role: 'admin',
    photoURL: '',
    permission: '',
    number: '',
    status: 'active',
    standingReason: null,
    joinedAt: '2026-10-20T03:00:00.000Z',
    cars: 0,
    orders: 0,
    sold: 0,
  };
  await signInAsAccount(page, demoAdminEmail);
  const { user } = await (await page.request.get('/api/v1/me')).json();
  const demoAdminAccount = { ...otherUser, _id: user._id, name: user.name, email: user.email };
  await page.route('**/api/v1/accounts?*', (route) => route.fulfill({ json: [otherUser, demoAdminAccount] }));
  const resetRequestPaths: string[] = [];
  await page.route('**/second-factor-reset', (route) => {
    resetRequestPaths.push(new URL(route.request().url()).pathname);
    return route.fulfill({ json: { modifiedCount: 1 } });
  });
  await openPageFromDrawer(page, 'All admins');
  const rows = page.getByRole('table', { name: 'Admins' }).getByRole('row');
  await expect(rows.filter({ hasText: user.email }).getByRole('button', { name: /^Actions for/ })).toHaveCount(0);
  await checkPage(page, 'admins');
  const otherUserRows = rows.filter({ hasText: otherUser.email });
  await otherUserRows.getByRole('button', { name: 'Actions for Rosalind Tan' }).click();
  await otherUserRows.getByRole('button', { name: 'Reset the second step' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset the second step' }).click();
  await expect(page.getByText(`The second step of ${otherUser.email} is reset.`)).toBeVisible();
  expect(resetRequestPaths).toEqual([`/api/v1/accounts/${otherUser._id}/second-factor-reset`]);
});

test('a refund that waits for a second admin is listed as waiting, without a button to request it again', async ({
  page,
}) => {
  const payment = {
    _id: id(4),
    bookingId: id(5),
    number: 'CH-00000042',
    paidAt: '2026-11-22T03:00:00.000Z',
    amount: 868_000,
    productCategory: 'Ferrari',
    productModel: 'Roma',
    buyerName: 'Wei Ling',
    sellerName: 'Sze Car Traders',
    transactionId: 'pi_1',
    providerUrl: null,
    card: null,
    refund: null,
    disputed: false,
    takenBack: false,
    waiting: { requestedBy: 'Ada Lim', reason: 'The car was damaged.', expiresAt: '2026-11-29T03:00:00.000Z' },
  };
  const discrepancy = {
    id: id(6),
    kind: 'charge-mismatch',
    subject: payment.transactionId,
    state: 'open',
    evidence: {},
    repair: 'Give the whole charge back; a sale that it paid for is undone.',
    firstSeenAt: '2026-11-22T03:00:00.000Z',
    lastSeenAt: '2026-11-22T03:00:00.000Z',
    closedAt: null,
    waiting: payment.waiting,
  };
  const reconciliationSummary = { open: 1, openByKind: [], mailsWaiting: 0, lastRunAt: null };
  await page.route('**/api/v1/reconciliation?*', (route) =>
    route.fulfill({ json: { ...reconciliationSummary, findings: [discrepancy] } }),
  );
  await page.route('**/api/v1/payments?*', (route) => route.fulfill({ json: [payment] }));
  await openPageFromDrawer(page, 'Payment issues');
  const row = page.getByRole('table', { name: 'Payments' }).getByRole('row').filter({ hasText: 'CH-00000042' });
  await expect(row.getByText('Waiting for a second admin')).toBeVisible();
  await expect(row).toContainText('Asked for by Ada Lim, open until 29 Nov 2026');
  await expect(row.getByText('Paid', { exact: true })).toHaveCount(0);
  await expect(row.getByRole('button', { name: /^Refund/ })).toHaveCount(0);
  const issueArticle = page.getByRole('article', { name: 'A charge of another amount or currency' });
  await expect(issueArticle.getByText('Waiting for a second admin')).toBeVisible();
  await expect(issueArticle).toContainText('Asked for by Ada Lim');
  await expect(issueArticle.getByRole('button')).toHaveCount(0);
  await row.scrollIntoViewIfNeeded();
  await checkPage(page, 'payments');
});

for (const path of ['/dashboard/allImports', '/dashboard/holds', '/dashboard/security', '/dashboard/allAdmins']) {
  test(`a seller does not see ${path}`, async ({ page }) => {
    await openAsDemo(page, demoSellerEmail, path);
    await expect(page.getByText(texts.toasts.notAdmin)).toBeVisible();
    await expect(page).toHaveURL(/\/login/);
  });
}

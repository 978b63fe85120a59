import { texts } from '@carhouse/contract/texts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './page-test.ts';
import { makePaidOrder } from './paid-order.ts';
import { demoAdmin, demoSeller, logIn } from './people.ts';

/** The faces of new people stand on no real host. */
const missingPhoto = /Failed to load resource: net::ERR/;

/** A finding as the wire tells it: that the page shows and repairs it is looked at here, the repair itself at the server. */
const finding = {
  id: '01a1ffd8-0000-7000-8000-000000000001',
  kind: 'refund-failed',
  subject: 'pi_0001',
  state: 'open',
  evidence: { intent: 'pi_0001', state: 'failed', amount: 86_800_000, round: 1, since: '2026-11-19T13:14:00.000Z' },
  repair: 'Send a new refund.',
  firstSeenAt: '2026-11-19T13:20:00.000Z',
  lastSeenAt: '2026-11-19T14:20:00.000Z',
  closedAt: null,
};

test('an admin checks now and reads that everything agrees', async ({ page }) => {
  await page.goto('/dashboard/money');
  await logIn(page, demoAdmin);
  await expect(page.getByRole('heading', { level: 1, name: 'Money desk' })).toBeVisible();
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText(/charges? and [\d,]+ payments? compared/)).toBeVisible();
  await expect(page.getByText(/Last check \d/).first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('an admin gives a paid order back, with a reason', async ({ page }) => {
  const order = await makePaidOrder();
  await page.goto(`/dashboard/money?search=${encodeURIComponent(order.car)}`);
  await logIn(page, demoAdmin);
  const row = page.getByRole('table', { name: 'Payments' }).getByRole('row').filter({ hasText: order.car });
  await expect(row).toContainText(order.buyerName);
  await expect(row).toContainText('$868,000');
  await row.getByRole('button', { name: /^Refund/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('The whole $868,000 goes back to');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(dialog.getByText('Please say why, in three characters or more')).toBeVisible();
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await expectAccessible(page);
  await dialog.getByLabel('Reason').fill('The car was damaged.');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(row.getByText('Refunded')).toBeVisible();
  await expect(row).toContainText('The car was damaged.');
  await expect(row.getByRole('button', { name: /^Refund/ })).toHaveCount(0);
});

test('a finding shows its evidence, says what its repair does, and is repaired after one question', async ({
  page,
  allowConsole,
}) => {
  allowConsole(missingPhoto);
  let open = true;
  await page.goto('/dashboard');
  await logIn(page, demoAdmin);
  await page.route('**/api/v1/reconciliation?**', (route) =>
    route.fulfill({
      json: {
        open: open ? 1 : 0,
        openByKind: open ? [{ kind: finding.kind, open: 1 }] : [],
        mailsWaiting: 0,
        lastRunAt: finding.lastSeenAt,
        findings: open ? [finding] : [],
      },
    }),
  );
  await page.route('**/repair', (route) => {
    open = false;
    return route.fulfill({ json: { ...finding, state: 'repaired', closedAt: '2026-11-19T14:30:00.000Z' } });
  });
  const burger = page.getByRole('button', { name: 'Open menu' });
  if (await burger.isVisible()) await burger.click();
  await page
    .getByRole('link', { name: /^Money desk/ })
    .first()
    .click();
  const article = page.getByRole('article', { name: 'A refund that the card company refused' });
  await expect(article).toContainText('$868,000');
  await expect(article).toContainText('Send a new refund.');
  await expectAccessible(page);
  await article.getByRole('button', { name: /^Repair/ }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Send a new refund.');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Do it' }).click();
  await expect(page.getByText('Payments, events, holds and listings agree').first()).toBeVisible();
  await expect(article).toHaveCount(0);
});

test('an event that is not stored cannot be replayed', async ({ page, allowConsole }) => {
  allowConsole(/status of 404/);
  await page.goto('/dashboard/money');
  await logIn(page, demoAdmin);
  const id = page.getByLabel('Id of the event');
  await page.getByRole('button', { name: 'Replay', exact: true }).click();
  await expect(id).toHaveAccessibleDescription('Please give the id of an event');
  await id.fill('evt_none');
  await page.getByRole('button', { name: 'Replay', exact: true }).click();
  await expect(id).toHaveAccessibleDescription('No event of this id is stored.');
  await expect(id).toHaveValue('evt_none');
});

test('a seller does not see the money desk', async ({ page }) => {
  await page.goto('/login');
  await logIn(page, demoSeller);
  await page.goto('/dashboard/money');
  await expect(page.getByText(texts.toasts.notAdmin)).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
});

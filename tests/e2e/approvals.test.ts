import type { Page } from '@playwright/test';
import { openAsDemo } from './created-users.ts';
import { demoAdminEmail } from './demo-users.ts';
import { checkInEachWindow } from './each-window.ts';
import { expect, expectAccessible, test } from './page-test.ts';

const id = (idNumber: number): string => `0190c1a0-0000-7000-8000-00000000000${idNumber}`;
const sharedApprovalFields = {
  state: 'waiting',
  requestedAt: '2026-11-20T03:00:00.000Z',
  expiresAt: '2026-11-27T03:00:00.000Z',
  decidedBy: null,
  own: false,
};
const newAdmin = {
  ...sharedApprovalFields,
  _id: id(1),
  kind: 'new-admin',
  subject: 'Rosalind Tan, rosalind.tan.of.the.long.address@people.example',
  amount: null,
  reason: '',
  requestedBy: 'Ada Lim',
};
const refund = {
  ...sharedApprovalFields,
  _id: id(2),
  kind: 'refund',
  subject: 'Ferrari Roma',
  amount: 868_000,
  reason: 'The car was damaged on its way to the buyer.',
  requestedBy: 'Ada Lim',
};

/** Mocks the server's approval requests. The server's decisions are tested over HTTP (apps/server/approvals/). */
async function mockApprovalRequests(page: Page, requests: readonly object[]) {
  const decidedRequestIds: string[] = [];
  await page.route('**/api/v1/approvals', (route) =>
    route.fulfill({ json: requests.filter((each) => !decidedRequestIds.includes((each as { _id: string })._id)) }),
  );
  await page.route('**/api/v1/approvals/*/*', (route) => {
    const [requestId, decision] = new URL(route.request().url()).pathname.split('/').slice(-2);
    decidedRequestIds.push(requestId ?? '');
    return route.fulfill({ json: { state: decision === 'confirmation' ? 'confirmed' : 'rejected' } });
  });
  return decidedRequestIds;
}

test('an admin sees the requests that need a second admin, and confirms or rejects them', async ({ page }) => {
  const decidedRequestIds = await mockApprovalRequests(page, [newAdmin, refund]);
  await openAsDemo(page, demoAdminEmail, '/dashboard');
  const admins = page.getByRole('region', { name: 'Waiting for a second admin' });
  await expect(admins).toContainText('New admin: Rosalind Tan');
  await expect(admins).toContainText('Asked for by Ada Lim, open until');
  await expectAccessible(page);
  await checkInEachWindow(page, 'approvals');
  await admins.getByRole('button', { name: /^Confirm: New admin/ }).click();
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
  await expect(page.getByText('New admin: Rosalind Tan')).toHaveCount(0);

  await page.goto('/dashboard/money');
  const refunds = page.getByRole('region', { name: 'Waiting for a second admin' });
  await expect(refunds).toContainText('Refund of $868,000: Ferrari Roma');
  await expect(refunds).toContainText('The car was damaged on its way');
  await refunds.getByRole('button', { name: /^Reject: Refund/ }).click();
  await expect(refunds).toHaveCount(0);
  expect(decidedRequestIds).toEqual([newAdmin._id, refund._id]);
});

test('an admin can only withdraw their own requests', async ({ page }) => {
  await mockApprovalRequests(page, [{ ...refund, own: true }]);
  await openAsDemo(page, demoAdminEmail, '/dashboard/money');
  const waitingRegion = page.getByRole('region', { name: 'Waiting for a second admin' });
  await expect(waitingRegion).toContainText('Asked for by you');
  await expect(waitingRegion.getByRole('button', { name: /^Confirm/ })).toHaveCount(0);
  await expect(waitingRegion.getByRole('button', { name: /^Take back/ })).toBeVisible();
});

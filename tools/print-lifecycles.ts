import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { accountLifecycle } from '@carhouse/domain/account/account-lifecycle';
import { approvalLifecycle } from '@carhouse/domain/approval/approval';
import { bookingLifecycle } from '@carhouse/domain/booking/booking-lifecycle';
import { orderLifecycle } from '@carhouse/domain/booking/order-lifecycle';
import { importLifecycle } from '@carhouse/domain/import/import-lifecycle';
import type { Lifecycle } from '@carhouse/domain/lifecycle/lifecycle';
import { listingLifecycle } from '@carhouse/domain/listing/listing-lifecycle';
import { bankPartLifecycle } from '@carhouse/domain/payment/bank-part';
import { discrepancyLifecycle } from '@carhouse/domain/payment/discrepancy';
import { attemptLifecycle } from '@carhouse/domain/payment/payment-lifecycle';
import { payoutAccountLifecycle } from '@carhouse/domain/payout-account/payout-account-lifecycle';
import { reportLifecycle } from '@carhouse/domain/report/report';
import { reservationLifecycle } from '@carhouse/domain/reservation/reservation';
import { placeLifecycle } from '@carhouse/domain/reservation/reservation-queue';
import { saleLifecycle } from '@carhouse/domain/sale/sale-lifecycle';
import { sellerPayoutLifecycle } from '@carhouse/domain/seller-payment/seller-payout';
import { sellerTransferLifecycle } from '@carhouse/domain/seller-payment/seller-transfer';

export const lifecyclesFile = fileURLToPath(new URL('../docs/lifecycles.md', import.meta.url));

/** Makes the text of docs/lifecycles.md from the tables in packages/domain/. */
export function printLifecycles(): string {
  const lifecycleSections = [
    listingLifecycle,
    bookingLifecycle,
    orderLifecycle,
    attemptLifecycle,
    bankPartLifecycle,
    saleLifecycle,
    reservationLifecycle,
    placeLifecycle,
    accountLifecycle,
    approvalLifecycle,
    importLifecycle,
    discrepancyLifecycle,
    reportLifecycle,
    payoutAccountLifecycle,
    sellerTransferLifecycle,
    sellerPayoutLifecycle,
  ].map((lifecycle) => formatSection(lifecycle as Lifecycle<string, string, string>));
  return `# Lifecycles\n\nPrinted from the tables in \`packages/domain/\` by \`node tools/print-lifecycles.ts\`; a test compares the two.\n\n${lifecycleSections.join('\n')}`;
}

function formatSection(lifecycle: Lifecycle<string, string, string>): string {
  const transitionRows = lifecycle.transitions.map(
    ({ from, event, to, by }) => `| ${from} | ${event} | ${to} | ${by.join(', ')} |`,
  );
  return [
    `## ${lifecycle.noun}`,
    '',
    `Begins as *${[lifecycle.initialState, ...(lifecycle.furtherInitialStates ?? [])].join('* or *')}*.`,
    '',
    '| from | event | to | by |',
    '|---|---|---|---|',
    ...transitionRows,
    '',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(lifecyclesFile, printLifecycles());

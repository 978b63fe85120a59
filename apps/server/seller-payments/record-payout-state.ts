import { recordAudit } from '@carhouse/database/audit/audit';
import type { Transaction } from '@carhouse/database/connection/transaction';
import { hasLedgerEntry } from '@carhouse/database/ledger/ledger-entries';
import { lockPayoutAccount } from '@carhouse/database/payout-accounts/payout-accounts';
import {
  changePayoutState,
  countEndedPayouts,
  listPayoutsOfSale,
  lockPayout,
} from '@carhouse/database/seller-payments/payouts';
import { postponeTransfer, saveReversedPart, sumSellerDebt } from '@carhouse/database/seller-payments/transfers';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { LedgerEntry } from '@carhouse/domain/ledger/ledger-entry';
import {
  makeCancelledDebtEntry,
  makeDebtEntry,
  makeFailedPayoutEntry,
  makePaidPayoutEntry,
  makeReturnedPayoutEntry,
  makeSentPayoutEntry,
} from '@carhouse/domain/ledger/payout-entries';
import { findNextState } from '@carhouse/domain/lifecycle/lifecycle';
import { sumParts } from '@carhouse/domain/payment/payment-plan';
import { computeTransferredShare, type Sale } from '@carhouse/domain/sale/sale';
import {
  computeNextPayoutCheckTime,
  type SellerPayout,
  sellerPayoutLifecycle,
} from '@carhouse/domain/seller-payment/seller-payout';
import {
  computeNettedDebt,
  computeNextAttemptTime,
  isDebtRefund,
  type SellerTransfer,
} from '@carhouse/domain/seller-payment/seller-transfer';
import type { Context } from '../context.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { announcePayment } from '../payments/announce-payment.ts';
import { advanceSale } from '../sales/advance-sale.ts';
import { changeTransfer } from './change-transfer.ts';
import { lockTransfer } from './lock-seller-payment.ts';

export type PayoutChange =
  | { readonly event: 'send'; readonly providerPayoutId: string; readonly arrivesAt: Date }
  | { readonly event: 'pay' }
  | { readonly event: 'refuse' | 'fail' | 'return'; readonly failureCode: string };

const providerActor = { party: 'provider', actorId: null } as const;

/**
 * Records a change of a payout that the provider has reported, and what follows from the change: the state of the sale,
 * the entries of the ledger and the mail. Nothing happens when another call has recorded a change meanwhile.
 */
export async function recordPayoutState(
  context: Context,
  trx: Transaction,
  payoutBeforeLock: SellerPayout,
  change: PayoutChange,
): Promise<void> {
  const { sale, transfer } = await lockTransfer(trx, {
    id: payoutBeforeLock.transferId,
    bookingId: payoutBeforeLock.bookingId,
  });
  const payout = await lockPayout(trx, payoutBeforeLock.id);
  if (transfer === undefined || payout === undefined) throw new DomainError('INTERNAL');
  const newState = findNextState(sellerPayoutLifecycle, payout.state, change.event);
  if (payout.state !== payoutBeforeLock.state || newState === undefined) return;
  const now = context.now();
  const { event: _event, ...facts } = change;
  await changePayoutState(trx, payout.id, payout.state, newState, {
    ...facts,
    nextStepAt: computeNextPayoutCheckTime({ state: newState, paidAt: payout.paidAt }, now),
    now,
  });
  await recordAudit(context, trx, {
    actorId: null,
    noun: 'payout',
    action: newState,
    nounId: payout.id,
    before: { state: payout.state },
    after: {
      state: newState,
      bookingId: payout.bookingId,
      ...('failureCode' in change ? { code: change.failureCode } : {}),
    },
  });
  const lockedPayout: LockedPayout = { sale, transfer, payout };
  const entries = await effectsByEvent[change.event](context, trx, lockedPayout);
  await recordEntries(context, trx, entries);
}

type LockedPayout = { readonly sale: Sale; readonly transfer: SellerTransfer; readonly payout: SellerPayout };
type PayoutEffect = (context: Context, trx: Transaction, lockedPayout: LockedPayout) => Promise<readonly LedgerEntry[]>;

/**
 * Whether the seller must get the money of a transfer, whatever happens to its payout, because its sale is not
 * refunded.
 */
const isSellerStillOwed = ({ sale, transfer }: Pick<LockedPayout, 'sale' | 'transfer'>): boolean =>
  sale.state !== 'refunded' || isDebtRefund(transfer);

const effectsByEvent: Readonly<Record<PayoutChange['event'], PayoutEffect>> = {
  send: async (_context, _trx, { payout }) => [makeSentPayoutEntry(payout, payout.id)],
  refuse: async (context, trx, lockedPayout) => {
    await returnToTransfer(context, trx, lockedPayout);
    return [];
  },
  pay: async (context, trx, { sale, transfer, payout }) => {
    const paidEntry = makePaidPayoutEntry(payout, payout.id);
    if (isDebtRefund(transfer)) {
      await mailSeller(context, trx, 'paid-out', payout);
      return [paidEntry];
    }
    if (sale.state === 'refunded') {
      // The sale was refunded before the payout arrived, so the seller owes its money.
      return (await hasDebt(trx, payout)) ? [paidEntry] : [paidEntry, makeDebtEntry(payout, payout.transferId)];
    }
    // The list includes this payout as paid. The sale is paid out when the payouts of all its transfers are paid.
    const paidPayouts = (await listPayoutsOfSale(trx, payout.bookingId)).filter(({ state }) => state === 'paid');
    if (sumParts(paidPayouts) !== computeTransferredShare(sale)) return [paidEntry];
    await advanceSale(context, trx, sale, 'pay-out', providerActor);
    await mailSeller(context, trx, 'paid-out', payout);
    return [paidEntry];
  },
  fail: async (context, trx, lockedPayout) => {
    await returnToTransfer(context, trx, lockedPayout);
    if (isSellerStillOwed(lockedPayout)) await mailSeller(context, trx, 'payout-returned', lockedPayout.payout);
    return [makeFailedPayoutEntry(lockedPayout.payout, lockedPayout.payout.id)];
  },
  return: async (context, trx, lockedPayout) => {
    const { sale, transfer, payout } = lockedPayout;
    const returnEntry = makeReturnedPayoutEntry(payout, payout.id);
    if (isSellerStillOwed(lockedPayout)) {
      if (sale.state === 'paid-out') await advanceSale(context, trx, sale, 'return', providerActor);
      await returnToTransfer(context, trx, lockedPayout);
      await mailSeller(context, trx, 'payout-returned', payout);
      return [returnEntry];
    }
    // The lock on the seller's payout account prevents that another sale of the seller is netted against the debt at
    // the same time.
    await lockPayoutAccount(trx, payout.sellerId);
    const debtAmount = await sumSellerDebt(trx, payout.sellerId, payout.currency);
    const takenBackAmount = computeNettedDebt(payout.amount, debtAmount);
    // Money that was taken back before has already paid the debt of this sale, so the rest is only sent again.
    if (takenBackAmount === 0n || transfer.takenBack > 0n) {
      await scheduleNextPayout(context, trx, transfer);
      return [returnEntry];
    }
    if (takenBackAmount === payout.amount)
      await changeTransfer(context, trx, transfer, 'reversing', { nextStepAt: context.now() });
    // Other sales have paid the rest of the debt, so the rest of the returned money belongs to the seller and is sent
    // to them again.
    else await saveReversedPart(trx, transfer, { amount: takenBackAmount, at: null, now: context.now() });
    return [returnEntry, makeCancelledDebtEntry({ ...payout, amount: takenBackAmount }, transfer.id)];
  },
};

/**
 * Handles the money of a payout that has ended without success: the money waits for the next payout, or goes back if
 * the sale was refunded.
 */
async function returnToTransfer(
  context: Context,
  trx: Transaction,
  { sale, transfer, payout }: LockedPayout,
): Promise<void> {
  const mustReverseTransfer = !isSellerStillOwed({ sale, transfer }) && !(await hasDebt(trx, payout));
  if (mustReverseTransfer) await changeTransfer(context, trx, transfer, 'reversing', { nextStepAt: context.now() });
  else await scheduleNextPayout(context, trx, transfer);
}

/** Whether the money of a payout is a debt of its seller. Earlier versions recorded the debt with the id of the booking. */
async function hasDebt(trx: Transaction, { transferId, bookingId }: SellerPayout): Promise<boolean> {
  return (await hasLedgerEntry(trx, 'debt', transferId)) || hasLedgerEntry(trx, 'debt', bookingId);
}

async function scheduleNextPayout(context: Context, trx: Transaction, transfer: SellerTransfer): Promise<void> {
  const now = context.now();
  const endedPayoutCount = await countEndedPayouts(trx, transfer.id);
  await postponeTransfer(trx, transfer, {
    nextStepAt: computeNextAttemptTime(endedPayoutCount, now),
    hasFailed: false,
    now,
  });
}

async function mailSeller(
  context: Context,
  trx: Transaction,
  kind: 'paid-out' | 'payout-returned',
  { bookingId, sellerId }: SellerPayout,
): Promise<void> {
  await announcePayment(context, trx, kind, [{ bookingId, recipientId: sellerId }]);
}

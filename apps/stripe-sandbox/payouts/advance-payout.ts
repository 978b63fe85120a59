import { saveAccount } from '../accounts/create-account.ts';
import { presentBankAccount } from '../accounts/present-account.ts';
import { findTestBankAccount } from '../accounts/test-bank-accounts.ts';
import { recordBalanceMovement } from '../balance/balance-transactions.ts';
import { assertAllowedNames, type Params } from '../params.ts';
import { recordEvent, type Step } from '../step.ts';
import { makeInvalidRequestError } from '../stripe-error.ts';
import type { PayoutRecord } from './payout-records.ts';
import { presentPayout } from './present-payout.ts';

/**
 * The next status of a payout, which depends on its bank account. The result is null when the payout has its final
 * status.
 */
export function findNextStatus(payout: PayoutRecord): 'failed' | 'in_transit' | 'paid' | null {
  const bank = findTestBankAccount(payout.bankNumber);
  if (payout.status === 'pending') return 'in_transit';
  if (payout.status === 'in_transit')
    return bank?.failure != null && bank.payoutBehaviour !== 'returned' ? 'failed' : 'paid';
  return payout.status === 'paid' && bank?.payoutBehaviour === 'returned' ? 'failed' : null;
}

/** Whether a payout waits until a test moves it. */
export function isStuckInTransit(payout: PayoutRecord): boolean {
  return payout.status === 'in_transit' && findTestBankAccount(payout.bankNumber)?.payoutBehaviour === 'never';
}

/** Moves a payout to its next status. A payout that fails gives its money back and disables the bank account. */
export function advancePayout(step: Step, payout: PayoutRecord): void {
  const status = findNextStatus(payout);
  if (status === 'failed') failPayout(step, payout);
  if (status === null || status === 'failed') return;
  const movedPayout: PayoutRecord = { ...payout, status };
  step.put('payouts', movedPayout);
  recordEvent(
    step,
    status === 'paid' ? 'payout.paid' : 'payout.updated',
    presentPayout(step, movedPayout),
    payout.account,
  );
}

/** Cancels a payout that has not been sent to the bank. Throws 400 for any other payout. */
export function cancelPayout(step: Step, payout: PayoutRecord, params: Params): PayoutRecord {
  assertAllowedNames(params, []);
  if (payout.status !== 'pending') {
    throw makeInvalidRequestError(
      `The payout ${payout.id} cannot be canceled because its status is ${payout.status}. Only pending payouts can be canceled.`,
    );
  }
  const returnTransactionId = returnMoney(step, payout, 'payout_cancel');
  const canceledPayout: PayoutRecord = { ...payout, status: 'canceled', failureTransactionId: returnTransactionId };
  step.put('payouts', canceledPayout);
  recordEvent(step, 'payout.canceled', presentPayout(step, canceledPayout), payout.account);
  return canceledPayout;
}

function failPayout(step: Step, payout: PayoutRecord): void {
  const failure = findTestBankAccount(payout.bankNumber)?.failure ?? null;
  const returnTransactionId = returnMoney(step, payout, 'payout_failure');
  const failedPayout: PayoutRecord = {
    ...payout,
    status: 'failed',
    failure,
    failureTransactionId: returnTransactionId,
  };
  step.put('payouts', failedPayout);
  recordEvent(step, 'payout.failed', presentPayout(step, failedPayout), payout.account);
  const account = step.get('accounts', payout.account);
  if (account?.bankAccount?.id !== payout.destination) return;
  const bankAccount = { ...account.bankAccount, status: 'errored' as const };
  const presentedBankAccount = presentBankAccount(account, bankAccount);
  recordEvent(step, 'account.external_account.updated', presentedBankAccount, account.id);
  saveAccount(step, { ...account, bankAccount });
}

function returnMoney(step: Step, payout: PayoutRecord, type: 'payout_cancel' | 'payout_failure'): string {
  const { account, amount, currency, id: source } = payout;
  const reportingCategory = 'payout_reversal';
  const description = 'STRIPE PAYOUT FAILURE';
  const availableOn = step.now;
  return recordBalanceMovement(step, {
    account,
    type,
    reportingCategory,
    amount,
    currency,
    availableOn,
    description,
    source,
  }).id;
}

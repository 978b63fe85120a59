import type { AccountRecord } from '../accounts/account-records.ts';
import { arePayoutsEnabled } from '../accounts/requirements.ts';
import { recordBalanceMovement, sumFundsInStep } from '../balance/balance-transactions.ts';
import { makeInsufficientBalanceError } from '../balance/insufficient-balance.ts';
import {
  assertAllowedNames,
  mergeMetadata,
  type Params,
  readInteger,
  readMetadata,
  readRequiredText,
  text,
} from '../params.ts';
import { recordEvent, type Step } from '../step.ts';
import { makeInvalidRequestError, StripeError } from '../stripe-error.ts';
import type { PayoutRecord } from './payout-records.ts';
import { presentPayout } from './present-payout.ts';

const PAYOUT_PARAMS = [
  'amount',
  'currency',
  'description',
  'destination',
  'metadata',
  'method',
  'source_type',
  'statement_descriptor',
];
const MAX_DESCRIPTOR_LENGTH = 22;
const DAY_SECONDS = 24 * 60 * 60;

/**
 * Pays available money of a connected account out to its bank account. Throws 400 `payouts_not_allowed` when the
 * account's payouts are disabled, and 400 `balance_insufficient` when the account has too little available money.
 */
export function createPayout(step: Step, account: AccountRecord, params: Params): PayoutRecord {
  assertAllowedNames(params, PAYOUT_PARAMS);
  const amount = readInteger(params, 'amount');
  if (amount === undefined)
    throw makeInvalidRequestError('Missing required param: amount.', 'parameter_missing', 'amount');
  if (amount < 1) throw makeInvalidRequestError('Invalid positive integer', 'parameter_invalid_integer', 'amount');
  const currency = readRequiredText(params, 'currency').toLowerCase();
  const statementDescriptor = text(params, 'statement_descriptor') ?? null;
  if ((statementDescriptor?.length ?? 0) > MAX_DESCRIPTOR_LENGTH) {
    throw makeInvalidRequestError(
      `The statement descriptor must be at most ${MAX_DESCRIPTOR_LENGTH} characters.`,
      undefined,
      'statement_descriptor',
    );
  }
  for (const [name, only] of [
    ['method', 'standard'],
    ['source_type', 'card'],
  ] as const) {
    const value = text(params, name) ?? only;
    if (value !== only)
      throw makeInvalidRequestError(`The ${name} "${value}" is not emulated; use ${only}.`, undefined, name);
  }
  const bank = readBankAccount(account, params, currency);
  if (sumFundsInStep(step, account.id, currency).available < amount) {
    throw makeInsufficientBalanceError(
      'You have insufficient funds in your Stripe account for this transfer. Your card balance is too low. You can use the /v1/balance endpoint to view your Stripe balance (for more details, see stripe.com/docs/api#balance).',
    );
  }

  const id = step.newId('po');
  const description = text(params, 'description') ?? null;
  const outgoingMovement = recordBalanceMovement(step, {
    account: account.id,
    type: 'payout',
    reportingCategory: 'payout',
    amount: -amount,
    currency,
    availableOn: step.now,
    description: description ?? 'STRIPE PAYOUT',
    source: id,
  });
  const payout: PayoutRecord = {
    id,
    account: account.id,
    destination: bank.id,
    bankNumber: bank.number,
    amount,
    currency,
    created: step.now,
    arrivalDate: findNextWorkingDay(step.now),
    description,
    statementDescriptor,
    metadata: readMetadata(params),
    status: 'pending',
    failure: null,
    balanceTransactionId: outgoingMovement.id,
    failureTransactionId: null,
  };
  step.put('payouts', payout);
  recordEvent(step, 'payout.created', presentPayout(step, payout), account.id);
  return payout;
}

/** Changes the metadata of a payout. */
export function updatePayout(step: Step, payout: PayoutRecord, params: Params): PayoutRecord {
  assertAllowedNames(params, ['metadata']);
  const updatedPayout: PayoutRecord = { ...payout, metadata: mergeMetadata(payout.metadata, params) };
  step.put('payouts', updatedPayout);
  recordEvent(step, 'payout.updated', presentPayout(step, updatedPayout), payout.account);
  return updatedPayout;
}

function readBankAccount(account: AccountRecord, params: Params, currency: string) {
  const destination = text(params, 'destination');
  const bank = account.bankAccount;
  if (destination !== undefined && destination !== bank?.id) {
    throw makeInvalidRequestError(`No such external account: '${destination}'`, 'resource_missing', 'destination');
  }
  if (bank === null || !arePayoutsEnabled(account)) {
    throw new StripeError(400, {
      type: 'invalid_request_error',
      code: 'payouts_not_allowed',
      message:
        'Payouts have been disabled on this account. Check the requirements of the account to see what is needed to enable them.',
    });
  }
  if (currency !== 'sgd') {
    throw makeInvalidRequestError(
      `Sorry, you don't have any external accounts in that currency (${currency}).`,
      undefined,
      'currency',
    );
  }
  return bank;
}

/** The start of the next day, in UTC, that is neither a Saturday nor a Sunday. Times are seconds since 1970. */
function findNextWorkingDay(now: number): number {
  let dayNumber = Math.floor(now / DAY_SECONDS) + 1;
  // 1 January 1970 was a Thursday.
  while ([2, 3].includes(dayNumber % 7)) dayNumber += 1;
  return dayNumber * DAY_SECONDS;
}

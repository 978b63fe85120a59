import { cents } from '@carhouse/domain/money/money';
import type Stripe from 'stripe';
import type { BalanceTransaction, ConnectedAccount, Payout, Transfer, TransferReversal } from './payout-provider.ts';
import { assertShape, isProviderId, readId, UnexpectedShapeError } from './read-stripe.ts';

/** Converts the provider's objects about connected accounts to the server's types. */

export function readAccount(account: Stripe.Account): ConnectedAccount {
  assertShape(account, 'account', { details_submitted: 'boolean', payouts_enabled: 'boolean' });
  const { requirements } = account;
  return {
    accountId: account.id,
    detailsSubmitted: account.details_submitted,
    canReceiveTransfers: account.capabilities?.transfers === 'active',
    canPayOut: account.payouts_enabled,
    requirements: readRequirements(requirements),
    disabledReason: requirements?.disabled_reason ?? null,
    bank: readBank(account),
  };
}

/** Maximum number of codes that are kept, and maximum number of characters of a code. */
const [codesMaximum, codeLengthMaximum] = [40, 80];

/**
 * Returns the codes of the data that the seller must still give, past due codes first. Ids of persons, such as
 * `person_1Mq…`, become `person`.
 */
function readRequirements(requirements: Stripe.Account['requirements']): readonly string[] {
  const codes = [...(requirements?.past_due ?? []), ...(requirements?.currently_due ?? [])].map((code) =>
    code.replace(/^person_\w+/, 'person').slice(0, codeLengthMaximum),
  );
  return [...new Set(codes)].slice(0, codesMaximum);
}

/** Returns the bank account that payouts in the account's currency go to. */
function readBank({
  default_currency: currency,
  external_accounts: accounts,
}: Stripe.Account): ConnectedAccount['bank'] {
  const bankAccounts = (accounts?.data ?? []).filter((each) => each.object === 'bank_account');
  const bank =
    bankAccounts.find((each) => each.default_for_currency === true && each.currency === currency) ??
    bankAccounts.find((each) => each.default_for_currency === true) ??
    bankAccounts[0];
  if (bank === undefined) return null;
  return { bankId: bank.id, name: (bank.bank_name ?? '').slice(0, 100), last4: bank.last4.slice(-4) };
}

export function readTransfer(transfer: Stripe.Transfer): Transfer {
  assertShape(transfer, 'transfer', {
    amount: 'number',
    amount_reversed: 'number',
    currency: 'string',
    livemode: 'boolean',
    created: 'number',
  });
  return {
    transferId: transfer.id,
    accountId: requireId(transfer.destination, 'destination'),
    amount: cents(transfer.amount),
    amountReversed: cents(transfer.amount_reversed),
    currency: transfer.currency,
    chargeId: readId(transfer.source_transaction),
    group: transfer.transfer_group,
    livemode: transfer.livemode,
    createdAt: new Date(transfer.created * 1000),
  };
}

export function readReversal(reversal: Stripe.TransferReversal): TransferReversal {
  assertShape(reversal, 'transfer_reversal', { amount: 'number' });
  return {
    reversalId: reversal.id,
    transferId: requireId(reversal.transfer, 'transfer'),
    amount: cents(reversal.amount),
  };
}

const stateByStripeStatus: Readonly<Record<string, Payout['state']>> = {
  pending: 'pending',
  in_transit: 'in-transit',
  paid: 'paid',
  failed: 'failed',
  canceled: 'cancelled',
};

export function readPayout(payout: Stripe.Payout): Payout {
  assertShape(payout, 'payout', {
    amount: 'number',
    currency: 'string',
    livemode: 'boolean',
    created: 'number',
    arrival_date: 'number',
  });
  const state = stateByStripeStatus[payout.status];
  if (state === undefined) throw new UnexpectedShapeError('The card provider sent a payout with an unknown status.');
  return {
    payoutId: payout.id,
    amount: cents(payout.amount),
    currency: payout.currency,
    state,
    failureCode: payout.failure_code ?? null,
    bookingId: payout.metadata?.booking_id ?? null,
    arrivesAt: new Date(payout.arrival_date * 1000),
    livemode: payout.livemode,
    createdAt: new Date(payout.created * 1000),
  };
}

export function readBalanceTransaction(transaction: Stripe.BalanceTransaction): BalanceTransaction {
  assertShape(transaction, 'balance_transaction', { type: 'string', currency: 'string', created: 'number' });
  return {
    transactionId: transaction.id,
    type: transaction.type,
    amount: readSignedCents(transaction.amount),
    fee: readSignedCents(transaction.fee),
    net: readSignedCents(transaction.net),
    currency: transaction.currency,
    sourceId: readId(transaction.source),
    ...readSourceIds(transaction.source),
    createdAt: new Date(transaction.created * 1000),
  };
}

/** Returns the references of the object that has moved the money, when the provider's response has the object. */
function readSourceIds(
  source: Stripe.BalanceTransaction['source'],
): Pick<BalanceTransaction, 'intentId' | 'transferId' | 'group'> {
  if (typeof source !== 'object' || source === null) return { intentId: null, transferId: null, group: null };
  const sourceFields = source as {
    payment_intent?: unknown;
    transfer?: unknown;
    transfer_group?: unknown;
    object?: string;
  };
  const readSourceId = (reference: unknown): string | null =>
    isProviderId(reference) ? reference : readId(reference as { id: string } | null | undefined);
  return {
    intentId: readSourceId(sourceFields.payment_intent),
    transferId: sourceFields.object === 'transfer_reversal' ? readSourceId(sourceFields.transfer) : null,
    group: sourceFields.object === 'transfer' ? readSourceId(sourceFields.transfer_group) : null,
  };
}

/** Adds up the amounts of a list in a balance that have this currency. */
export function sumAmountsInCurrency(
  amounts: readonly { amount: number; currency: string }[],
  currency: string,
): bigint {
  return amounts
    .filter((each) => each.currency === currency)
    .reduce((sum, each) => sum + readSignedCents(each.amount), 0n);
}

function readSignedCents(amount: unknown): bigint {
  if (!Number.isSafeInteger(amount))
    throw new UnexpectedShapeError('The card provider sent an amount without a number.');
  return BigInt(amount as number);
}

function requireId(reference: Parameters<typeof readId>[0], field: string): string {
  const id = readId(reference);
  if (id === null) throw new UnexpectedShapeError(`What the card provider sent has no ${field}.`);
  return id;
}

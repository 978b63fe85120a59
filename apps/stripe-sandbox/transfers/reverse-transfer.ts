import { computeAvailabilityTime, recordBalanceMovement, sumFundsInStep } from '../balance/balance-transactions.ts';
import { makeInsufficientBalanceError } from '../balance/insufficient-balance.ts';
import { assertAllowedNames, type Params, readInteger, readMetadata, text } from '../params.ts';
import { recordEvent, type Step } from '../step.ts';
import { makeInvalidRequestError } from '../stripe-error.ts';
import { presentTransfer } from './present-transfer.ts';
import type { TransferRecord, TransferReversalRecord } from './transfer-records.ts';

/**
 * Takes a transfer back, as a whole or in part. Throws 400 `balance_insufficient` when the connected account has too
 * little money, for example after a payout, and 400 when less than the amount is left of the transfer.
 */
export function reverseTransfer(step: Step, transfer: TransferRecord, params: Params): TransferReversalRecord {
  assertAllowedNames(params, ['amount', 'description', 'metadata', 'refund_application_fee']);
  const remainingAmount = transfer.amount - transfer.amountReversed;
  if (remainingAmount === 0) throw makeInvalidRequestError(`The transfer ${transfer.id} is already fully reversed.`);
  const amount = readInteger(params, 'amount') ?? remainingAmount;
  if (amount < 1) throw makeInvalidRequestError('Invalid positive integer', 'parameter_invalid_integer', 'amount');
  if (amount > remainingAmount) {
    throw makeInvalidRequestError(
      `Reversal amount (${amount}) is greater than unreversed amount on transfer (${remainingAmount})`,
      undefined,
      'amount',
    );
  }
  const availableOn = computeAvailabilityTime(step, transfer.destinationTransactionId);
  const { available, pending } = sumFundsInStep(step, transfer.destination, transfer.currency);
  // Money that arrived with a pending charge can be taken back while the charge is pending.
  if ((availableOn > step.now ? available + pending : available) < amount) {
    throw makeInsufficientBalanceError(
      'The connected account has insufficient funds to cover the amount of this transfer reversal.',
    );
  }

  const id = step.newId('trr');
  const destinationRefundId = step.newId('pyr');
  const description = text(params, 'description') ?? null;
  const movement = { currency: transfer.currency, availableOn, description };
  recordBalanceMovement(step, {
    ...movement,
    account: transfer.destination,
    type: 'payment_refund',
    reportingCategory: 'refund',
    amount: -amount,
    source: destinationRefundId,
  });
  const returnMovement = recordBalanceMovement(step, {
    ...movement,
    account: null,
    type: 'transfer_refund',
    reportingCategory: 'transfer_reversal',
    amount,
    source: id,
  });
  const reversal: TransferReversalRecord = {
    id,
    transferId: transfer.id,
    amount,
    currency: transfer.currency,
    created: step.now,
    description,
    metadata: readMetadata(params),
    balanceTransactionId: returnMovement.id,
    destinationRefundId,
  };
  const reversedTransfer: TransferRecord = { ...transfer, amountReversed: transfer.amountReversed + amount };
  step.put('transferReversals', reversal);
  step.put('transfers', reversedTransfer);
  recordEvent(step, 'transfer.reversed', presentTransfer(step, reversedTransfer));
  return reversal;
}

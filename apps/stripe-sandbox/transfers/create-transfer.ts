import { computeTransfersStatus } from '../accounts/requirements.ts';
import { computeAvailabilityTime, recordBalanceMovement, sumFundsInStep } from '../balance/balance-transactions.ts';
import { makeInsufficientBalanceError } from '../balance/insufficient-balance.ts';
import type { ChargeRecord } from '../ledger/records.ts';
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
import { makeInvalidRequestError, makeResourceMissingError, StripeError } from '../stripe-error.ts';
import { presentTransfer } from './present-transfer.ts';
import type { TransferRecord } from './transfer-records.ts';

const TRANSFER_PARAMS = [
  'amount',
  'currency',
  'description',
  'destination',
  'metadata',
  'source_transaction',
  'source_type',
  'transfer_group',
];

/**
 * Moves money from the platform's balance to a connected account. With a source transaction, the transferred money is
 * that of the charge, also while the charge is pending. Throws 400 `balance_insufficient` when the platform has too
 * little available money, and 400 `insufficient_capabilities_for_transfer` when the account cannot receive transfers.
 * Throws 400 when the charge has been refunded or has been transferred already.
 */
export function createTransfer(step: Step, params: Params): TransferRecord {
  assertAllowedNames(params, TRANSFER_PARAMS);
  const currency = readRequiredText(params, 'currency').toLowerCase();
  const destination = readRequiredText(params, 'destination');
  assertDestination(step, destination);
  if ((text(params, 'source_type') ?? 'card') !== 'card') {
    throw makeInvalidRequestError('Only the source type card is emulated.', undefined, 'source_type');
  }
  const charge = readSourceCharge(step, params, currency);
  const amount = readInteger(params, 'amount') ?? charge?.amount;
  if (amount === undefined)
    throw makeInvalidRequestError('Missing required param: amount.', 'parameter_missing', 'amount');
  if (amount < 1) throw makeInvalidRequestError('Invalid positive integer', 'parameter_invalid_integer', 'amount');
  if (charge !== undefined) assertChargeCoversAmount(step, charge, amount);
  const availableOn = computeAvailabilityTime(step, charge?.balanceTransactionId);
  if (availableOn <= step.now && sumFundsInStep(step, null, currency).available < amount) {
    throw makeInsufficientBalanceError(
      'You have insufficient available funds in your Stripe account. Try adding funds directly to your available balance by creating Charges using the 4000000000000077 test card. See: https://stripe.com/docs/testing#available-balance',
    );
  }

  const transferGroup = readTransferGroup(step, params, charge);
  const id = step.newId('tr');
  const destinationPaymentId = step.newId('py');
  const movement = { currency, availableOn, description: text(params, 'description') ?? null };
  const outgoingMovement = recordBalanceMovement(step, {
    ...movement,
    account: null,
    type: 'transfer',
    reportingCategory: 'transfer',
    amount: -amount,
    source: id,
  });
  const arrivalMovement = recordBalanceMovement(step, {
    ...movement,
    account: destination,
    type: 'payment',
    reportingCategory: 'charge',
    amount,
    source: destinationPaymentId,
  });
  const transfer: TransferRecord = {
    id,
    destination,
    amount,
    amountReversed: 0,
    currency,
    created: step.now,
    description: movement.description,
    metadata: readMetadata(params),
    sourceTransaction: charge?.id ?? null,
    transferGroup,
    balanceTransactionId: outgoingMovement.id,
    destinationPaymentId,
    destinationTransactionId: arrivalMovement.id,
  };
  step.put('transfers', transfer);
  recordEvent(step, 'transfer.created', presentTransfer(step, transfer));
  return transfer;
}

/** Changes the description and the metadata of a transfer. */
export function updateTransfer(step: Step, transfer: TransferRecord, params: Params): TransferRecord {
  assertAllowedNames(params, ['description', 'metadata']);
  const updatedTransfer: TransferRecord = {
    ...transfer,
    description: text(params, 'description') ?? transfer.description,
    metadata: mergeMetadata(transfer.metadata, params),
  };
  step.put('transfers', updatedTransfer);
  recordEvent(step, 'transfer.updated', presentTransfer(step, updatedTransfer));
  return updatedTransfer;
}

function assertDestination(step: Step, destination: string): void {
  const account = step.get('accounts', destination);
  if (account === undefined) {
    throw makeInvalidRequestError(`No such destination: '${destination}'`, 'resource_missing', 'destination');
  }
  if (account.requestedCapabilities.includes('transfers') && computeTransfersStatus(account) === 'active') return;
  throw new StripeError(400, {
    type: 'invalid_request_error',
    code: 'insufficient_capabilities_for_transfer',
    message:
      'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
  });
}

function readSourceCharge(step: Step, params: Params, currency: string): ChargeRecord | undefined {
  const id = text(params, 'source_transaction');
  if (id === undefined) return undefined;
  const charge = step.get('charges', id);
  if (charge === undefined) throw makeResourceMissingError('charge', id, 'source_transaction');
  if (charge.status !== 'succeeded') {
    throw makeInvalidRequestError(`The charge ${id} has not succeeded.`, undefined, 'source_transaction');
  }
  if (charge.currency !== currency) {
    throw makeInvalidRequestError(
      `The currency of source_transaction's balance transaction (${charge.currency}) must be the same as the transfer currency (${currency})`,
      undefined,
      'currency',
    );
  }
  return charge;
}

/** Throws 400 when the rest of a charge that is neither refunded nor transferred is less than the amount. */
function assertChargeCoversAmount(step: Step, charge: ChargeRecord, amount: number): void {
  const transferredAmount = step
    .all('transfers')
    .filter((transfer) => transfer.sourceTransaction === charge.id)
    .reduce((sum, transfer) => sum + transfer.amount - transfer.amountReversed, 0);
  const remainingAmount = charge.amount - charge.amountRefunded - transferredAmount;
  if (amount <= remainingAmount) return;
  throw makeInvalidRequestError(
    charge.amountRefunded === charge.amount
      ? `The charge ${charge.id} has been refunded and cannot be used as a source_transaction.`
      : `The amount of this transfer (${amount}) exceeds what is left of the source_transaction ${charge.id} (${remainingAmount}).`,
    undefined,
    charge.amountRefunded === charge.amount ? 'source_transaction' : 'amount',
  );
}

/** The group of a transfer. A charge and the transfers of its money have the same group. */
function readTransferGroup(step: Step, params: Params, charge: ChargeRecord | undefined): string | null {
  const transferGroup = text(params, 'transfer_group');
  if (charge === undefined) return transferGroup ?? null;
  const chargeGroup = charge.transferGroup ?? null;
  if (transferGroup !== undefined && chargeGroup !== null && transferGroup !== chargeGroup) {
    throw makeInvalidRequestError(
      `The transfer_group must be the one of the source_transaction (${chargeGroup}).`,
      undefined,
      'transfer_group',
    );
  }
  const name = transferGroup ?? chargeGroup ?? `group_${charge.id}`;
  if (chargeGroup === null) step.put('charges', { ...charge, transferGroup: name });
  return name;
}

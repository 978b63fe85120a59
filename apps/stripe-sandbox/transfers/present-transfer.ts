import {
  expandTransaction,
  type PresentOptions,
  secretKeyOptions,
  type TransactionLookup,
} from '../present-options.ts';
import type { Step } from '../step.ts';
import type { TransferRecord, TransferReversalRecord } from './transfer-records.ts';

/** The number of reversals that a transfer shows, the newest first. */
const SHOWN_REVERSAL_COUNT = 10;

/** A transfer in the format of the API. */
export function presentTransfer(
  lookup: TransactionLookup & Pick<Step, 'all'>,
  transfer: TransferRecord,
  options: PresentOptions = secretKeyOptions,
) {
  const reversals = lookup.all('transferReversals').filter((reversal) => reversal.transferId === transfer.id);
  const shownReversals = reversals.toReversed().slice(0, SHOWN_REVERSAL_COUNT);
  return {
    id: transfer.id,
    object: 'transfer',
    amount: transfer.amount,
    amount_reversed: transfer.amountReversed,
    balance_transaction: expandTransaction(lookup, options, transfer.balanceTransactionId),
    created: transfer.created,
    currency: transfer.currency,
    description: transfer.description,
    destination: transfer.destination,
    destination_payment: transfer.destinationPaymentId,
    livemode: false,
    metadata: transfer.metadata,
    reversals: {
      object: 'list',
      data: shownReversals.map((reversal) => presentTransferReversal(lookup, reversal)),
      has_more: reversals.length > shownReversals.length,
      total_count: reversals.length,
      url: `/v1/transfers/${transfer.id}/reversals`,
    },
    reversed: transfer.amountReversed === transfer.amount,
    source_transaction: transfer.sourceTransaction,
    source_type: 'card',
    transfer_group: transfer.transferGroup,
  };
}

/** A reversal of a transfer in the format of the API. */
export function presentTransferReversal(
  lookup: TransactionLookup,
  reversal: TransferReversalRecord,
  options: PresentOptions = secretKeyOptions,
) {
  return {
    id: reversal.id,
    object: 'transfer_reversal',
    amount: reversal.amount,
    balance_transaction: expandTransaction(lookup, options, reversal.balanceTransactionId),
    created: reversal.created,
    currency: reversal.currency,
    destination_payment_refund: reversal.destinationRefundId,
    metadata: reversal.metadata,
    source_refund: null,
    transfer: reversal.transferId,
  };
}

import {
  expandTransaction,
  type PresentOptions,
  secretKeyOptions,
  type TransactionLookup,
} from '../present-options.ts';
import type { PayoutRecord } from './payout-records.ts';

/** A payout in the format of the API. */
export function presentPayout(
  lookup: TransactionLookup,
  payout: PayoutRecord,
  options: PresentOptions = secretKeyOptions,
) {
  const isUnderWay = payout.status === 'pending' || payout.status === 'in_transit';
  return {
    id: payout.id,
    object: 'payout',
    amount: payout.amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: payout.arrivalDate,
    automatic: false,
    balance_transaction: expandTransaction(lookup, options, payout.balanceTransactionId),
    created: payout.created,
    currency: payout.currency,
    description: payout.description,
    destination: payout.destination,
    failure_balance_transaction: expandTransaction(
      lookup,
      options,
      payout.failureTransactionId,
      'failure_balance_transaction',
    ),
    failure_code: payout.failure?.code ?? null,
    failure_message: payout.failure?.message ?? null,
    livemode: false,
    metadata: payout.metadata,
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'not_applicable',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: payout.statementDescriptor,
    status: payout.status,
    trace_id: { status: isUnderWay ? 'pending' : 'unsupported', value: null },
    type: 'bank_account',
  };
}

import type { WrittenColumns } from './written-columns.ts';

/** The columns of the tables about payments; schema-columns.ts has the other tables. */
export const moneyColumns: WrittenColumns<
  | 'payment_attempt'
  | 'payment'
  | 'refund'
  | 'payout_account'
  | 'webhook_event'
  | 'dispute'
  | 'ledger_entry'
  | 'ledger_posting'
  | 'ledger_balance'
  | 'outbox'
  | 'mail_pace'
  | 'discrepancy'
  | 'reconciliation_cursor'
> = {
  payment_attempt: {
    id: 'text',
    booking_id: 'text',
    listing_id: 'text',
    buyer_id: 'text',
    amount_cents: 'cents',
    currency: 'text',
    state: 'text',
    intent_id: 'text?',
    created_at: 'time',
    expires_at: 'time',
    updated_at: 'time',
    tries: 'number=',
    next_try_at: 'time?',
    held_from: 'time?',
    visit_id: 'text?',
    released_at: 'time?',
    address_key: 'text?',
    break_reason: 'text?',
  },
  payment: {
    id: 'text',
    booking_id: 'text',
    attempt_id: 'text',
    listing_id: 'text',
    buyer_id: 'text',
    intent_id: 'text',
    amount_cents: 'cents',
    currency: 'text',
    paid_at: 'time',
    card_brand: 'text?',
    card_last4: 'text?',
    receipt_number: 'cents=',
  },
  refund: {
    id: 'text',
    attempt_id: 'text',
    intent_id: 'text',
    amount_cents: 'cents',
    currency: 'text',
    state: 'text',
    reason: 'text',
    provider_refund_id: 'text?',
    created_at: 'time',
    updated_at: 'time',
    round: 'number=',
    actor_id: 'text?',
  },
  payout_account: {
    seller_id: 'text',
    state: 'text',
    provider_account_id: 'text?',
    idempotency_key: 'text',
    details_submitted: 'boolean=',
    requirements: 'json=',
    disabled_reason: 'text?',
    bank_id: 'text?',
    bank_name: 'text?',
    bank_last4: 'text?',
    bank_since: 'time?',
    confirmed_at: 'time',
    started_at: 'time?',
    checked_at: 'time?',
    next_check_at: 'time?',
    created_at: 'time',
    state_since: 'time',
  },
  webhook_event: {
    event_id: 'text',
    type: 'text',
    intent_id: 'text?',
    payload: 'json',
    received_at: 'time',
    processed_at: 'time?',
  },
  dispute: {
    id: 'text',
    kind: 'text',
    amount_cents: 'cents?',
    intent_id: 'text',
    reason: 'text',
    provider_status: 'text',
    open: 'boolean',
    created_at: 'time',
    updated_at: 'time',
  },
  ledger_entry: {
    id: 'text',
    number: 'cents=',
    cause: 'text',
    cause_id: 'text',
    booking_id: 'text',
    at: 'time',
  },
  ledger_posting: {
    entry_id: 'text',
    line: 'number',
    account: 'text',
    owner_id: 'text?',
    currency: 'text',
    amount_cents: 'cents',
  },
  ledger_balance: {
    account: 'text',
    owner_id: 'text?',
    currency: 'text',
    slot: 'number',
    balance_cents: 'cents',
  },
  outbox: {
    id: 'text',
    kind: 'text',
    booking_id: 'text?',
    recipient_id: 'text',
    state: 'text',
    tries: 'number=',
    next_try_at: 'time',
    last_error: 'text?',
    counted: 'boolean=',
    digest_id: 'text?',
    created_at: 'time',
    updated_at: 'time',
  },
  mail_pace: {
    recipient_id: 'text',
    sent_at: 'times',
    digest_id: 'text?',
  },
  discrepancy: {
    id: 'text',
    kind: 'text',
    subject: 'text',
    state: 'text',
    evidence: 'json',
    first_seen_at: 'time',
    last_seen_at: 'time',
    closed_at: 'time?',
    repaired_by: 'text?',
  },
  reconciliation_cursor: {
    name: 'text',
    position: 'text',
    updated_at: 'time',
  },
};

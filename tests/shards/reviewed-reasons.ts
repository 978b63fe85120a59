/**
 * A reason why statements of the money path are accepted although their text does not show that they touch only one
 * shard. `remedy` says how each of these statements is handled: - `one listing`: nothing is needed, because all values
 * of the statement belong to one listing; - `each shard`: a worker or a check of each shard runs the statement on its
 * own shard; - `merged`: the server sends the query of a list or a sum to every shard and merges the results; -
 * `changed`: the statement must be changed before the data are divided, as `reason` says.
 */
export type ReviewedReason = {
  readonly remedy: 'one listing' | 'each shard' | 'merged' | 'changed';
  readonly reason: string;
  /** The files whose statements this reason covers; all files when absent. */
  readonly files?: readonly string[];
  /** The faults that this reason covers; all faults when absent. */
  readonly faults?: readonly string[];
};

/** The reviewed reasons. `npm run check-shards` prints how many statements each reviewed reason covers. */
export const reviewedReasons: readonly ReviewedReason[] = [
  {
    remedy: 'one listing',
    reason: 'the entries that one transaction saves are of one booking',
    faults: ['insert ledger_entry of several', 'insert ledger_posting'],
  },
  {
    remedy: 'one listing',
    reason: 'parts, bank parts or conditions of one booking, or bookings and places of the queue of one listing',
    faults: [
      'booking and reservation_queue by different values',
      'insert payment_part of several',
      'insert reservation_condition of several',
      'lock bank_part by booking_id of several',
      'reservation_queue and reservation_queue by different values',
      'read payment by booking_id, id',
    ],
  },
  {
    remedy: 'merged',
    reason: 'what belongs to the rows of a page, by their ids: each shard is asked for those that are on it',
    faults: [
      'read bank_part by booking_id, state of several',
      'read booking by id of several',
      'read booking by listing_id, reserved_until of several',
      'read booking by listing_id, status of several',
      'read listing by id of several',
      'read order_step by booking_id, taken_back_at of several',
      'read payment by booking_id of several',
      'read payment_attempt by booking_id, state of several',
      'read payment_attempt by expires_at, listing_id, released_at, state of several',
      'read refund by attempt_id, state of several',
    ],
  },
  {
    remedy: 'each shard',
    reason: 'the reconciler of each shard compares its rows, and records the days of its ledger',
    files: [
      'packages/database/reconciliation/own-checks.ts',
      'packages/database/reconciliation/seller-payment-checks.ts',
      'packages/database/payments/charge-records.ts',
      'packages/database/ledger/ledger-days.ts',
      'packages/database/ledger/ledger-totals.ts',
    ],
  },
  {
    remedy: 'each shard',
    reason: 'a job of each shard takes the next steps of its rows',
    faults: [
      'read booking by id, reserved_until',
      'read payment_attempt by created_at, id, next_try_at, released_at, state',
      'read payout by next_step_at',
      'read sale by bank_cents, booking_id, currency, debt_refund_cents, fee_cents, gst_cents, kind, next_transfer_at, price_cents, seller_id, state',
      'read sale by booking_id, confirmed_at, fee_cents, state',
      'read sale by booking_id, netted_cents, next_transfer_at, seller_id, share_cents, state',
      'read reservation_queue by listing_id, state, turn_until',
      'read sale by confirm_by, state',
      'read transfer by next_step_at, state',
    ],
  },
  {
    remedy: 'merged',
    reason: 'a list or sum for a person or an admin: pages by key are read from every shard and put together',
    files: [
      'packages/database/fees/fee-documents.ts',
      'packages/database/ledger/day-figures.ts',
      'packages/database/ledger/ledger-lists.ts',
      'packages/database/ledger/seller-statements.ts',
      'packages/database/payments/current-holds.ts',
      'packages/database/payments/payment-lists.ts',
      'packages/database/sales/open-complaints.ts',
      'packages/database/sales/sale-standings.ts',
      'packages/database/seller-payments/payment-lists.ts',
    ],
  },
  {
    remedy: 'merged',
    reason: 'the orders of a person: their list is read from every shard and put together',
    faults: [
      'read booking by buyer_id',
      'read booking by buyer_id, created_at, id, image_url',
      'read booking by buyer_id, id, image_url',
      'read booking by buyer_id, id, image_url, status',
      'read booking by buyer_id, id, status',
      'read booking by created_at, id, image_url, seller_id',
      'read booking by id, image_url, seller_id',
      'read booking by id, seller_id, status',
    ],
  },
  {
    remedy: 'changed',
    reason:
      'limits of a buyer are counted over all cars: the database of accounts gets a row for each open booking and hold',
    faults: [
      'read booking by buyer_id, closed_at, id, listing_id, reservation_end, reserved_until, status',
      'read booking by buyer_id, created_at',
      'read booking by buyer_id, created_at, status',
      'read booking by buyer_id, price_cents, status',
      'read booking by buyer_id, status',
      'read payment_attempt by address_key, expires_at, listing_id, released_at, state',
      'read payment_attempt by buyer_id, created_at',
      'read reservation_queue by buyer_id, state',
    ],
  },
  {
    remedy: 'changed',
    reason:
      'an account that ends, or changes its name, changes its bookings: a job for each shard, from the outbox of the accounts',
    faults: [
      'lock booking by buyer_id, seller_id, status',
      'update booking by buyer_id, seller_id, status',
      'update booking by buyer_id, status',
      'update booking by seller_id, status',
      'update reservation_queue by buyer_id, state',
    ],
  },
  {
    remedy: 'changed',
    reason: "the provider's id names no shard: the booking, which the charge carries in its metadata, is given too",
    faults: [
      'insert dispute',
      'lock refund by intent_id',
      'read dispute by intent_id',
      'read payment by intent_id',
      'read payment_attempt by intent_id',
      'read payout by provider_payout_id',
      'read refund by intent_id',
      'read transfer by provider_transfer_id',
    ],
  },
  {
    remedy: 'changed',
    reason: 'a cause may be an id of the provider, which names no shard: the booking is given too',
    faults: ['read ledger_entry by cause, cause_id', 'read ledger_entry by cause, cause_id, id'],
  },
  {
    remedy: 'changed',
    reason:
      'the debt of a seller is a sum over their sales: the database of accounts keeps it, from the outbox of each shard',
    faults: [
      'read ledger_balance by account, balance_cents, currency, owner_id',
      'read ledger_balance by account, currency, owner_id',
      'read ledger_balance by account, owner_id',
      'read sale by seller_id',
    ],
  },
  {
    remedy: 'changed',
    reason: 'invoices are numbered without gaps: each shard has a series of its own',
    faults: ['read fee_document by kind, year'],
  },
  {
    remedy: 'merged',
    reason: "admins' list of the parts that banks pay: read from every shard and put together",
    faults: ['read bank_part by booking_id, state'],
  },
  {
    remedy: 'changed',
    reason: "an admin's limit of refunds is a sum over all cars: it is kept with the account of the admin",
    faults: ['read refund by actor_id, attempt_id, created_at, state'],
  },
  {
    remedy: 'changed',
    reason: 'approvals stand in one place: the statement is divided into one for the approval and one for the shard',
    files: ['packages/database/approvals/approvals.ts'],
  },
  {
    remedy: 'changed',
    reason: 'the size of a picture is copied into the row that shows it',
    faults: ['read image by key elsewhere'],
  },
];

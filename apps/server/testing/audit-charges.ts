import type { SandboxCardProvider } from '@carhouse/stripe-sandbox/start-sandbox-card-provider';
import type pg from 'pg';

type ProviderAccount = SandboxCardProvider['account'];

/**
 * An intent with all fields, as the provider returns it to a call with the secret key. In the response to a call with the
 * publishable key some fields are missing.
 */
type ProviderIntent = {
  readonly id: string;
  readonly status: string;
  readonly currency: string;
  readonly amount_received: number;
  readonly metadata: Readonly<Record<string, string>>;
};

function listIntents(account: ProviderAccount): readonly ProviderIntent[] {
  return account.intents().filter((intent): intent is typeof intent & ProviderIntent => 'metadata' in intent);
}

/** The charges and refunds of one booking in the card provider's account. */
export type BookingTotals = { readonly charges: number; readonly refunds: number };

/** Counts the charges that succeeded and the refunds that were made, by booking. */
export function sumTotalsByBooking(account: ProviderAccount): ReadonlyMap<string, BookingTotals> {
  const totalsByBooking = new Map<string, BookingTotals>();
  const bookingIdByIntent = new Map<string, string>();
  const addToBooking = (bookingId: string, charges: number, refunds: number): void => {
    const bookingTotals = totalsByBooking.get(bookingId) ?? { charges: 0, refunds: 0 };
    totalsByBooking.set(bookingId, {
      charges: bookingTotals.charges + charges,
      refunds: bookingTotals.refunds + refunds,
    });
  };
  for (const { id, metadata, status } of listIntents(account)) {
    const bookingId = metadata.booking_id;
    if (bookingId === undefined) continue;
    bookingIdByIntent.set(id, bookingId);
    if (status === 'succeeded') addToBooking(bookingId, 1, 0);
  }
  for (const { payment_intent: intentId, status } of account.refunds()) {
    const bookingId = bookingIdByIntent.get(intentId);
    if (bookingId !== undefined && status !== 'failed') addToBooking(bookingId, 0, 1);
  }
  return totalsByBooking;
}

/**
 * Runs the audits that compare the server's payments with the card provider's charges.
 * @param options `isReconciled`: whether everything that a crash or a lost event interrupted has been reconciled, so
 * that a charge that is neither paid nor refunded is a fault (I3).
 * @throws Error that lists the differences.
 */
export async function auditCharges(
  pool: pg.Pool,
  account: ProviderAccount,
  options: { readonly isReconciled: boolean } = { isReconciled: false },
): Promise<void> {
  const faults: string[] = [];
  const intents = new Map(listIntents(account).map((intent) => [intent.id, intent]));
  const { rows: payments } = await pool.query<{
    booking_id: string;
    intent_id: string;
    cents: string;
    currency: string;
  }>('SELECT booking_id, intent_id, amount_cents::text AS cents, currency FROM payment');
  for (const payment of payments) {
    const intent = intents.get(payment.intent_id);
    const hasConsistentCharges =
      intent?.status === 'succeeded' &&
      String(intent.amount_received) === payment.cents &&
      intent.currency === payment.currency &&
      intent.metadata.booking_id === payment.booking_id;
    if (!hasConsistentCharges)
      faults.push(`I2 payment ${payment.intent_id} is not the charge of booking ${payment.booking_id}`);
  }
  const { rows: paymentPlans } = await pool.query<{ booking_id: string; parts: number }>(
    'SELECT booking_id, count(*)::int AS parts FROM payment_part WHERE replaced_at IS NULL GROUP BY booking_id',
  );
  const partCountByBooking = new Map(paymentPlans.map((paymentPlan) => [paymentPlan.booking_id, paymentPlan.parts]));
  const paidIntentIds = new Set(payments.map((payment) => payment.intent_id));
  const refundedIntentIds = new Set(
    account.refunds().flatMap((refund) => (refund.status === 'failed' ? [] : [refund.payment_intent])),
  );
  for (const [bookingId, { charges, refunds }] of sumTotalsByBooking(account)) {
    if (charges - refunds > (partCountByBooking.get(bookingId) ?? 1))
      faults.push(`I4 booking ${bookingId} was charged ${charges} times`);
    if (refunds > charges) faults.push(`I6 booking ${bookingId} was refunded ${refunds} times`);
  }
  const { rows: dueRefunds } = await pool.query<{ intent_id: string }>('SELECT intent_id FROM refund');
  const intentIdsWithDueRefund = new Set(dueRefunds.map((row) => row.intent_id));
  for (const intent of options.isReconciled ? intents.values() : []) {
    if (intent.status !== 'succeeded' || intent.metadata.booking_id === undefined) continue;
    const isAccountedFor =
      paidIntentIds.has(intent.id) || refundedIntentIds.has(intent.id) || intentIdsWithDueRefund.has(intent.id);
    if (!isAccountedFor)
      faults.push(`I3 charge ${intent.id} of booking ${intent.metadata.booking_id} is neither paid nor refunded`);
  }
  if (options.isReconciled) faults.push(...(await compareLedger(pool, account)));
  if (faults.length > 0) throw new Error(`The account of the card company does not fit:\n${faults.join('\n')}`);
}

/**
 * Compares the ledger with the card provider's account, order by order. The provider holds the charges without the
 * refunds that were made, the disputes that withdrew money and the transfers to sellers. A seller's account holds the
 * transfers without the payouts.
 * @returns the differences.
 */
async function compareLedger(pool: pg.Pool, account: ProviderAccount): Promise<readonly string[]> {
  const heldBalances = new Map<string, bigint>();
  const bookingIdByIntent = new Map<string, string>();
  const addIntentCents = (intentId: string, cents: number): void => {
    const bookingId = bookingIdByIntent.get(intentId);
    if (bookingId !== undefined) heldBalances.set(bookingId, (heldBalances.get(bookingId) ?? 0n) + BigInt(cents));
  };
  for (const { id, status, metadata, amount_received: cents } of listIntents(account)) {
    if (metadata.booking_id === undefined || status !== 'succeeded') continue;
    bookingIdByIntent.set(id, metadata.booking_id);
    addIntentCents(id, cents);
  }
  for (const { payment_intent: intentId, status, amount } of account.refunds())
    if (status === 'succeeded') addIntentCents(intentId, -amount);
  for (const { payment_intent: intentId, status, amount } of account.disputes())
    if (status === 'needs_response' || status === 'lost') addIntentCents(intentId, -amount);
  const sellerBalances = new Map<string, bigint>();
  const addToBalance = (balances: Map<string, bigint>, bookingId: string, cents: number): void => {
    balances.set(bookingId, (balances.get(bookingId) ?? 0n) + BigInt(cents));
  };
  for (const { transfer_group: bookingId, amount, amount_reversed: reversedAmount } of account.transfers()) {
    if (bookingId === null) continue;
    addToBalance(heldBalances, bookingId, reversedAmount - amount);
    addToBalance(sellerBalances, bookingId, amount - reversedAmount);
  }
  for (const { metadata, amount, status } of account.payouts())
    if (status !== 'failed' && status !== 'canceled' && metadata.booking_id !== undefined)
      addToBalance(sellerBalances, metadata.booking_id, -amount);
  return [
    ...(await compareBalances(pool, heldBalances, { balanceLabel: 'provider holds', account: 'provider_balance' })),
    ...(await compareBalances(pool, sellerBalances, {
      balanceLabel: "seller's account holds",
      account: 'seller_account',
    })),
  ];
}

/** @returns the orders for which an account of the ledger differs from what the provider says, in cents. */
async function compareBalances(
  pool: pg.Pool,
  providerBalances: ReadonlyMap<string, bigint>,
  balanceAccount: { readonly balanceLabel: string; readonly account: string },
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ booking_id: string; cents: string }>(
    `SELECT e.booking_id, sum(p.amount_cents)::text AS cents FROM ledger_entry e JOIN ledger_posting p ON p.entry_id = e.id
     WHERE p.account = $1 AND e.cause <> 'charge-fee' GROUP BY e.booking_id`,
    [balanceAccount.account],
  );
  const ledgerBalances = new Map(rows.map((row) => [row.booking_id, BigInt(row.cents)]));
  return [...new Set([...providerBalances.keys(), ...ledgerBalances.keys()])].flatMap((bookingId) => {
    const [providerCents, ledgerCents] = [providerBalances.get(bookingId) ?? 0n, ledgerBalances.get(bookingId) ?? 0n];
    return providerCents === ledgerCents
      ? []
      : [
          `I26 the ${balanceAccount.balanceLabel} ${providerCents} cents of booking ${bookingId}, the ledger says ${ledgerCents}`,
        ];
  });
}

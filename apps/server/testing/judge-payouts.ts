import type { SandboxCardProvider } from '@carhouse/stripe-sandbox/start-sandbox-card-provider';
import type pg from 'pg';
import { auditCharges } from './audit-charges.ts';
import { assertAudits } from './run-audits.ts';

/**
 * Sums in cents. `held` is the money at the provider that is neither a fee nor the tax on a fee. `debts` is the amount
 * that sellers owe Car House for sales that were refunded after the sellers had received the money; `debts` is a part
 * of the transferred money.
 */
export type PayoutSums = {
  readonly charges: number;
  readonly transfers: number;
  readonly fees: number;
  readonly gst: number;
  readonly refunds: number;
  readonly losses: number;
  readonly held: number;
  readonly debts: number;
  readonly paidOut: number;
  readonly underWay: number;
};

type ProviderAccount = SandboxCardProvider['account'];

/**
 * Compares the server's books with the provider's account at the end of a race.
 * @param payableOrderIds the orders whose sellers can be paid, so that none may be forgotten.
 * @throws Error that lists the differences: a seller was paid twice or forgotten, sums differ, or an audit found rows.
 */
export async function judgePayouts(
  pool: pg.Pool,
  account: ProviderAccount,
  payableOrderIds: readonly string[],
): Promise<{ readonly sums: PayoutSums; readonly states: Readonly<Record<string, number>> }> {
  await assertAudits(pool);
  await auditCharges(pool, account, { isReconciled: true });
  const faults = [...findDoublePayments(account), ...(await findForgottenSellers(pool, account, payableOrderIds))];
  const ledgerSums = await sumLedger(pool);
  const provider = sumProviderAccount(account, ledgerSums.fees + ledgerSums.gst);
  for (const key of ['charges', 'transfers', 'refunds', 'losses', 'held', 'paidOut', 'underWay'] as const)
    if (ledgerSums[key] !== provider[key])
      faults.push(`${key}: ${ledgerSums[key]} in the books, ${provider[key]} at the provider`);
  const { charges, transfers, fees, gst, refunds, losses, held } = ledgerSums;
  const spentCents = transfers + fees + gst + refunds + losses + held;
  if (charges !== spentCents) faults.push(`charges are ${charges}, and what became of them is ${spentCents}`);
  if (faults.length > 0) throw new Error(faults.slice(0, 20).join('\n'));
  const { rows } = await pool.query<{ state: string; n: number }>(
    'SELECT state, count(*)::int AS n FROM sale GROUP BY state ORDER BY state',
  );
  return { sums: ledgerSums, states: Object.fromEntries(rows.map(({ state, n }) => [state, n])) };
}

/** No charge has two transfers, and no order has payouts of more than was transferred for the order. */
function findDoublePayments(account: ProviderAccount): readonly string[] {
  const transferredByOrder = new Map<string, number>();
  const paidByOrder = new Map<string, number>();
  const addAmount = (sums: Map<string, number>, key: string | null | undefined, amount: number): void => {
    if (key != null) sums.set(key, (sums.get(key) ?? 0) + amount);
  };
  const transferCounts = new Map<string, number>();
  for (const {
    transfer_group: group,
    source_transaction: charge,
    amount,
    amount_reversed: reversedAmount,
  } of account.transfers()) {
    addAmount(transferredByOrder, group, amount - reversedAmount);
    addAmount(transferCounts, charge, 1);
  }
  for (const { metadata, amount, status } of account.payouts())
    if (status !== 'failed' && status !== 'canceled') addAmount(paidByOrder, metadata.booking_id, amount);
  const doubleTransfers = [...transferCounts]
    .filter(([, count]) => count > 1)
    .map(([id, count]) => `charge ${id} has ${count} transfers`);
  const overpaidOrders = [...paidByOrder].filter(([id, amount]) => amount > (transferredByOrder.get(id) ?? 0));
  return [
    ...doubleTransfers,
    ...overpaidOrders.map(([id, amount]) => `order ${id} was paid out ${amount}, more than it was transferred`),
  ];
}

async function findForgottenSellers(
  pool: pg.Pool,
  account: ProviderAccount,
  payableOrderIds: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string; state: string; transfers: number; sending: number; payouts: number }>(
    `SELECT s.booking_id AS id, s.state,
            (SELECT count(*)::int FROM transfer t WHERE t.booking_id = s.booking_id AND t.state <> 'refused') AS transfers,
            (SELECT count(*)::int FROM transfer t WHERE t.booking_id = s.booking_id AND t.state = 'sending') AS sending,
            (SELECT count(*)::int FROM payout p WHERE p.booking_id = s.booking_id AND p.state IN ('under-way', 'paid')) AS payouts
     FROM sale s WHERE s.booking_id = ANY($1)`,
    [payableOrderIds],
  );
  const transferredOrderIds = new Set(account.transfers().map(({ transfer_group: group }) => group));
  return rows.flatMap(({ id, state, transfers, sending, payouts }) => {
    if (state === 'refunded') return sending > 0 ? [`a transfer of the refunded order ${id} is not known`] : [];
    const isOffsetSale = state === 'paid-out' && transfers === 0;
    const isSellerPaid = isOffsetSale || (transfers > 0 && payouts === transfers && transferredOrderIds.has(id));
    return isSellerPaid
      ? []
      : [`the seller of order ${id} was forgotten: sale ${state}, ${transfers} transfers, ${payouts} payouts`];
  });
}

async function sumLedger(pool: pg.Pool): Promise<PayoutSums> {
  const { rows } = await pool.query<{ what: string; cents: string }>(
    `SELECT p.account || ' ' || CASE WHEN p.account = 'provider_balance' THEN e.cause ELSE '' END AS what,
            sum(p.amount_cents)::text AS cents
     FROM ledger_entry e JOIN ledger_posting p ON p.entry_id = e.id GROUP BY 1
     UNION ALL SELECT 'arrived', coalesce(sum(amount_cents), 0)::text FROM payout WHERE state = 'paid'`,
  );
  const sums = new Map(rows.map(({ what: sumName, cents }) => [sumName.trim(), Number(cents)]));
  const readSum = (sumName: string): number => sums.get(sumName) ?? 0;
  const readProviderSum = (cause: string): number => readSum(`provider_balance ${cause}`);
  return {
    charges: readProviderSum('charge') + readProviderSum('charge-void'),
    transfers:
      -readProviderSum('transfer') - readProviderSum('transfer-reversed') - readProviderSum('transfer-part-reversed'),
    fees: -readSum('fee'),
    gst: -readSum('gst'),
    refunds: -readProviderSum('refund-paid') - readProviderSum('refund-returned'),
    losses: readSum('loss') + readSum('dispute'),
    // The balance must be what Car House owes, less money that is in sellers' accounts, on its way to their banks, owed
    // by sellers, or withdrawn by banks.
    held:
      -readSum('seller_payable') -
      readSum('buyer') -
      readSum('refund') -
      readSum('seller_account') -
      readSum('payout') -
      readSum('seller_debt') -
      readSum('loss') -
      readSum('dispute'),
    debts: readSum('seller_debt'),
    paidOut: readSum('arrived'),
    underWay: readSum('payout'),
  };
}

/** @param earnedCents the fees and the tax on them, which the provider does not know. */
function sumProviderAccount(account: ProviderAccount, earnedCents: number): Omit<PayoutSums, 'fees' | 'gst' | 'debts'> {
  const sumAmounts = (amounts: readonly number[]): number => amounts.reduce((total, each) => total + each, 0);
  const payouts = account.payouts();
  return {
    charges: sumAmounts(account.charges().map(({ amount, status }) => (status === 'succeeded' ? amount : 0))),
    transfers: sumAmounts(
      account.transfers().map(({ amount, amount_reversed: reversedAmount }) => amount - reversedAmount),
    ),
    refunds: sumAmounts(account.refunds().map(({ amount, status }) => (status === 'succeeded' ? amount : 0))),
    losses: sumAmounts(
      account.disputes().map(({ amount, status }) => (status === 'needs_response' || status === 'lost' ? amount : 0)),
    ),
    held: sumAmounts(account.balanceTransactions().map(({ amount }) => amount)) - earnedCents,
    paidOut: sumAmounts(payouts.map(({ amount, status }) => (status === 'paid' ? amount : 0))),
    underWay: sumAmounts(
      payouts.map(({ amount, status }) => (status === 'pending' || status === 'in_transit' ? amount : 0)),
    ),
  };
}

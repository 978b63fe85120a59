import type { SandboxCardProvider } from '@carhouse/stripe-sandbox/start-sandbox-card-provider';
import type pg from 'pg';
import { auditCharges } from './audit-charges.ts';
import { assertAudits } from './run-audits.ts';

/**
 * Sums in cents. `held` is the money at the provider that is neither a fee nor the tax on one. `debts` is what sellers owe
 * Car House for sales that were refunded after they had the money; it is a part of what was transferred.
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

type Account = SandboxCardProvider['account'];

/**
 * Compares the server's books with the provider's account at the end of a race.
 * @param payable the orders whose sellers can be paid, so that none may be forgotten.
 * @throws Error that lists the differences: a seller was paid twice or forgotten, sums differ, or an audit found rows.
 */
export async function judgePayouts(
  pool: pg.Pool,
  account: Account,
  payable: readonly string[],
): Promise<{ readonly sums: PayoutSums; readonly states: Readonly<Record<string, number>> }> {
  await assertAudits(pool);
  await auditCharges(pool, account, { isSettled: true });
  const faults = [...findDoublePayments(account), ...(await findForgottenSellers(pool, account, payable))];
  const books = await sumBooks(pool);
  const provider = sumAccount(account, books.fees + books.gst);
  for (const key of ['charges', 'transfers', 'refunds', 'losses', 'held', 'paidOut', 'underWay'] as const)
    if (books[key] !== provider[key])
      faults.push(`${key}: ${books[key]} in the books, ${provider[key]} at the provider`);
  const { charges, transfers, fees, gst, refunds, losses, held } = books;
  const spent = transfers + fees + gst + refunds + losses + held;
  if (charges !== spent) faults.push(`charges are ${charges}, and what became of them is ${spent}`);
  if (faults.length > 0) throw new Error(faults.slice(0, 20).join('\n'));
  const { rows } = await pool.query<{ state: string; n: number }>(
    'SELECT state, count(*)::int AS n FROM sale GROUP BY state ORDER BY state',
  );
  return { sums: books, states: Object.fromEntries(rows.map(({ state, n }) => [state, n])) };
}

/** No charge has two transfers, and no order has payouts of more than it was transferred. */
function findDoublePayments(account: Account): readonly string[] {
  const transferred = new Map<string, number>();
  const paid = new Map<string, number>();
  const add = (sums: Map<string, number>, key: string | null | undefined, amount: number): void => {
    if (key != null) sums.set(key, (sums.get(key) ?? 0) + amount);
  };
  const counts = new Map<string, number>();
  for (const {
    transfer_group: group,
    source_transaction: charge,
    amount,
    amount_reversed: reversed,
  } of account.transfers()) {
    add(transferred, group, amount - reversed);
    add(counts, charge, 1);
  }
  for (const { metadata, amount, status } of account.payouts())
    if (status !== 'failed' && status !== 'canceled') add(paid, metadata.booking_id, amount);
  const twice = [...counts]
    .filter(([, count]) => count > 1)
    .map(([id, count]) => `charge ${id} has ${count} transfers`);
  const overpaid = [...paid].filter(([id, amount]) => amount > (transferred.get(id) ?? 0));
  return [
    ...twice,
    ...overpaid.map(([id, amount]) => `order ${id} was paid out ${amount}, more than it was transferred`),
  ];
}

async function findForgottenSellers(
  pool: pg.Pool,
  account: Account,
  payable: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string; state: string; transfers: number; sending: number; payouts: number }>(
    `SELECT s.booking_id AS id, s.state,
            (SELECT count(*)::int FROM transfer t WHERE t.booking_id = s.booking_id AND t.state <> 'refused') AS transfers,
            (SELECT count(*)::int FROM transfer t WHERE t.booking_id = s.booking_id AND t.state = 'sending') AS sending,
            (SELECT count(*)::int FROM payout p WHERE p.booking_id = s.booking_id AND p.state IN ('under-way', 'paid')) AS payouts
     FROM sale s WHERE s.booking_id = ANY($1)`,
    [payable],
  );
  const atProvider = new Set(account.transfers().map(({ transfer_group: group }) => group));
  return rows.flatMap(({ id, state, transfers, sending, payouts }) => {
    if (state === 'refunded') return sending > 0 ? [`a transfer of the refunded order ${id} is not known`] : [];
    const isNetted = state === 'paid-out' && transfers === 0;
    const isPaid = isNetted || (transfers > 0 && payouts === transfers && atProvider.has(id));
    return isPaid
      ? []
      : [`the seller of order ${id} was forgotten: sale ${state}, ${transfers} transfers, ${payouts} payouts`];
  });
}

async function sumBooks(pool: pg.Pool): Promise<PayoutSums> {
  const { rows } = await pool.query<{ what: string; cents: string }>(
    `SELECT p.account || ' ' || CASE WHEN p.account = 'provider_balance' THEN e.cause ELSE '' END AS what,
            sum(p.amount_cents)::text AS cents
     FROM ledger_entry e JOIN ledger_posting p ON p.entry_id = e.id GROUP BY 1
     UNION ALL SELECT 'arrived', coalesce(sum(amount_cents), 0)::text FROM payout WHERE state = 'paid'`,
  );
  const sums = new Map(rows.map(({ what, cents }) => [what.trim(), Number(cents)]));
  const sumOf = (what: string): number => sums.get(what) ?? 0;
  const cash = (cause: string): number => sumOf(`provider_balance ${cause}`);
  return {
    charges: cash('charge') + cash('charge-void'),
    transfers: -cash('transfer') - cash('transfer-reversed'),
    fees: -sumOf('fee'),
    gst: -sumOf('gst'),
    refunds: -cash('refund-paid') - cash('refund-returned'),
    losses: sumOf('loss') + sumOf('dispute'),
    // What is owed, less what is not in the balance: money in sellers' accounts, on its way, owed by them, or withdrawn.
    held:
      -sumOf('seller_payable') -
      sumOf('buyer') -
      sumOf('refund') -
      sumOf('seller_account') -
      sumOf('payout') -
      sumOf('seller_debt') -
      sumOf('loss') -
      sumOf('dispute'),
    debts: sumOf('seller_debt'),
    paidOut: sumOf('arrived'),
    underWay: sumOf('payout'),
  };
}

/** @param earned the fees and the tax on them, which the provider does not know. */
function sumAccount(account: Account, earned: number): Omit<PayoutSums, 'fees' | 'gst' | 'debts'> {
  const sum = (amounts: readonly number[]): number => amounts.reduce((all, each) => all + each, 0);
  const payouts = account.payouts();
  return {
    charges: sum(account.charges().map(({ amount, status }) => (status === 'succeeded' ? amount : 0))),
    transfers: sum(account.transfers().map(({ amount, amount_reversed: reversed }) => amount - reversed)),
    refunds: sum(account.refunds().map(({ amount, status }) => (status === 'succeeded' ? amount : 0))),
    losses: sum(
      account.disputes().map(({ amount, status }) => (status === 'needs_response' || status === 'lost' ? amount : 0)),
    ),
    held: sum(account.balanceTransactions().map(({ amount }) => amount)) - earned,
    paidOut: sum(payouts.map(({ amount, status }) => (status === 'paid' ? amount : 0))),
    underWay: sum(payouts.map(({ amount, status }) => (status === 'pending' || status === 'in_transit' ? amount : 0))),
  };
}

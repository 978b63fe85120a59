import type { AccountId } from '../account/account.ts';
import type { LedgerAccount, LedgerCause, Posting, SignedCents } from '../ledger/ledger-entry.ts';

/**
 * The kinds of lines of a seller's statement. The first group changes what Car House owes the seller. The second group
 * leaves the balance unchanged: it moves money of the seller, turns an amount owed into a debt or back, or records
 * money that a bank has paid them.
 */
export const statementKinds = [
  'sale',
  'fee',
  'gst',
  'refund',
  'fee-returned',
  'gst-returned',
  'payout',
  'payout-returned',
  'deposit',
  'deposit-undone',
] as const;
export type StatementKind = (typeof statementKinds)[number];

export const statementMoves = [
  'transfer',
  'transfer-reversed',
  'transfer-part-reversed',
  'payout-sent',
  'payout-failed',
  'debt',
  'debt-cancelled',
  'debt-netted',
  'debt-netting-undone',
  'debt-refunded',
  'bank-part',
  'bank-part-returned',
] as const;
export type StatementMove = (typeof statementMoves)[number];

/**
 * A line of a statement: a change of the balance, or a move that leaves the balance as it is. Amounts of moves are
 * positive.
 */
export type StatementLine = {
  readonly kind: StatementKind | StatementMove;
  readonly amount: SignedCents;
};

/** The accounts of the ledger whose sum, with its sign reversed, is the balance of a statement. */
export const statementAccounts = ['seller_payable', 'seller_debt'] as const satisfies readonly LedgerAccount[];

const moveCauses: ReadonlySet<LedgerCause> = new Set(statementMoves);

/**
 * Returns the lines that an entry of the ledger makes on the statement of a seller. The amounts of all lines that are
 * not moves add up to the entry's change of the balance of `statementAccounts`. An amount is positive when Car House
 * owes the seller more.
 * @throws Error for an entry whose change of the balance differs from the sum of its lines.
 */
export function makeStatementLines(
  entry: { readonly cause: LedgerCause; readonly postings: readonly Posting[] },
  sellerId: AccountId,
): readonly StatementLine[] {
  const sumSellerPostings = (accounts: readonly LedgerAccount[]): bigint =>
    sumPostings(entry.postings.filter(({ account, ownerId }) => ownerId === sellerId && accounts.includes(account)));
  const balanceChange = -sumSellerPostings(statementAccounts);
  const lines = makeLines(entry, balanceChange, sumSellerPostings);
  const sum = lines.reduce((runningSum, { kind, amount }) => (isMoveKind(kind) ? runningSum : runningSum + amount), 0n);
  if (sum !== balanceChange) throw new Error(`an entry of cause ${entry.cause} does not fit a statement`);
  return lines;
}

/** Whether a line leaves the balance as it is. */
export function isMoveKind(kind: StatementLine['kind']): kind is StatementMove {
  return moveCauses.has(kind as LedgerCause);
}

function makeLines(
  { cause, postings }: { readonly cause: LedgerCause; readonly postings: readonly Posting[] },
  balanceChange: bigint,
  sumSellerPostings: (accounts: readonly LedgerAccount[]) => bigint,
): readonly StatementLine[] {
  const sumAccount = (account: LedgerAccount): bigint =>
    sumPostings(postings.filter((posting) => posting.account === account));
  switch (cause) {
    case 'sale':
    case 'sale-undone': {
      // The entry of a sale credits the fee and the tax, which are deducted from the seller's share; the entry of an
      // undone sale debits both.
      const [fee, gst] = [sumAccount('fee'), sumAccount('gst')];
      const [priceKind, feeKind, gstKind] =
        cause === 'sale' ? (['sale', 'fee', 'gst'] as const) : (['refund', 'fee-returned', 'gst-returned'] as const);
      return [makeLine(priceKind, balanceChange - fee - gst), makeLine(feeKind, fee), makeLine(gstKind, gst)].filter(
        ({ kind, amount }) => amount !== 0n || kind === priceKind,
      );
    }
    case 'deposit-forfeited':
      return [makeLine('deposit', balanceChange)];
    case 'deposit-undone':
      return [makeLine('deposit-undone', balanceChange)];
    case 'payout-paid':
      return [makeLine('payout', balanceChange)];
    case 'payout-returned':
      return [makeLine('payout-returned', balanceChange)];
    case 'transfer':
    case 'transfer-reversed':
    case 'transfer-part-reversed':
    case 'payout-sent':
    case 'payout-failed':
      return [makeLine(cause, absoluteValue(sumSellerPostings(['seller_account'])))];
    case 'debt':
    case 'debt-cancelled':
    case 'debt-netted':
    case 'debt-netting-undone':
    case 'debt-refunded':
      return [makeLine(cause, absoluteValue(sumSellerPostings(['seller_debt'])))];
    case 'bank-part':
    case 'bank-part-returned': {
      const received = absoluteValue(sumSellerPostings(['bank_received']));
      return received === 0n ? [] : [makeLine(cause, received)];
    }
    default:
      return [];
  }
}

function makeLine(kind: StatementLine['kind'], amount: bigint): StatementLine {
  return { kind, amount: amount as SignedCents };
}

const absoluteValue = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

function sumPostings(postings: readonly Posting[]): bigint {
  return postings.reduce((runningSum, { amount }) => runningSum + amount, 0n);
}

const monthPattern = /^(20\d\d)-(0[1-9]|1[0-2])$/;

/** Whether a text is a month of a statement, such as `2026-11`. */
export function isStatementMonth(text: string): boolean {
  return monthPattern.test(text);
}

/**
 * Returns the times at which a month in Singapore begins and ends. The time `until` is not part of the month.
 * @param month as `2026-11`
 */
export function findMonthPeriod(month: string): { readonly from: Date; readonly until: Date } {
  const [, year = '', monthNumber = ''] = monthPattern.exec(month) ?? [];
  const monthStart = (index: number): Date => new Date(Date.UTC(Number(year), index, 1) - 8 * 3_600_000);
  return { from: monthStart(Number(monthNumber) - 1), until: monthStart(Number(monthNumber)) };
}

import type { AccountId } from '../account/account.ts';
import type { LedgerAccount, LedgerCause, Posting, SignedCents } from '../ledger/ledger-entry.ts';

/**
 * The kinds of lines of a seller's statement. The first group changes what Car House owes the seller. The second moves money
 * of the seller, or turns what is owed into a debt or back, so that the balance stays.
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
] as const;
export type StatementKind = (typeof statementKinds)[number];

export const statementMoves = [
  'transfer',
  'transfer-reversed',
  'payout-sent',
  'payout-failed',
  'debt',
  'debt-cancelled',
  'debt-netted',
  'debt-netting-undone',
] as const;
export type StatementMove = (typeof statementMoves)[number];

/** A line of a statement: a change of the balance, or a move that leaves it as it is. Amounts of moves are positive. */
export type StatementLine = {
  readonly kind: StatementKind | StatementMove;
  readonly amount: SignedCents;
};

/** The accounts of the ledger whose sum, with its sign reversed, is the balance of a statement. */
export const statementAccounts = ['seller_payable', 'seller_debt'] as const satisfies readonly LedgerAccount[];

const moves: ReadonlySet<LedgerCause> = new Set(statementMoves);

/**
 * Returns the lines that an entry of the ledger makes on the statement of a seller. The amounts of the lines that are no
 * moves add up to what the entry changes in the accounts of `statementAccounts`, with the sign of the seller's view: what
 * Car House owes them more is positive.
 * @throws Error for an entry that changes the balance in a way that this table does not know.
 */
export function statementLinesOf(
  entry: { readonly cause: LedgerCause; readonly postings: readonly Posting[] },
  sellerId: AccountId,
): readonly StatementLine[] {
  const own = (accounts: readonly LedgerAccount[]): bigint =>
    sumOf(entry.postings.filter(({ account, ownerId }) => ownerId === sellerId && accounts.includes(account)));
  const change = -own(statementAccounts);
  const lines = makeLines(entry, change, own);
  const sum = lines.reduce((total, { kind, amount }) => (isMove(kind) ? total : total + amount), 0n);
  if (sum !== change) throw new Error(`an entry of cause ${entry.cause} does not fit a statement`);
  return lines;
}

/** Whether a line leaves the balance as it is. */
export function isMove(kind: StatementLine['kind']): kind is StatementMove {
  return moves.has(kind as LedgerCause);
}

function makeLines(
  { cause, postings }: { readonly cause: LedgerCause; readonly postings: readonly Posting[] },
  change: bigint,
  own: (accounts: readonly LedgerAccount[]) => bigint,
): readonly StatementLine[] {
  const total = (account: LedgerAccount): bigint => sumOf(postings.filter((posting) => posting.account === account));
  switch (cause) {
    case 'sale':
    case 'sale-undone': {
      // The entry credits the fee and the tax that the seller's share lacks; an undone sale debits them.
      const [fee, gst] = [total('fee'), total('gst')];
      const [priceKind, feeKind, gstKind] =
        cause === 'sale' ? (['sale', 'fee', 'gst'] as const) : (['refund', 'fee-returned', 'gst-returned'] as const);
      return [line(priceKind, change - fee - gst), line(feeKind, fee), line(gstKind, gst)].filter(
        ({ kind, amount }) => amount !== 0n || kind === priceKind,
      );
    }
    case 'deposit-forfeited':
      return [line('deposit', change)];
    case 'payout-paid':
      return [line('payout', change)];
    case 'payout-returned':
      return [line('payout-returned', change)];
    case 'transfer':
    case 'transfer-reversed':
    case 'payout-sent':
    case 'payout-failed':
      return [line(cause, absolute(own(['seller_account'])))];
    case 'debt':
    case 'debt-cancelled':
    case 'debt-netted':
    case 'debt-netting-undone':
      return [line(cause, absolute(own(['seller_debt'])))];
    default:
      return [];
  }
}

function line(kind: StatementLine['kind'], amount: bigint): StatementLine {
  return { kind, amount: amount as SignedCents };
}

const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

function sumOf(postings: readonly Posting[]): bigint {
  return postings.reduce((total, { amount }) => total + amount, 0n);
}

const monthPattern = /^(20\d\d)-(0[1-9]|1[0-2])$/;

/** Whether a text is a month of a statement, such as `2026-11`. */
export function isStatementMonth(text: string): boolean {
  return monthPattern.test(text);
}

/** Returns the times at which a month in Singapore begins and ends. `until` is not part of it. @param month as `2026-11` */
export function singaporeMonth(month: string): { readonly from: Date; readonly until: Date } {
  const [, year = '', number = ''] = monthPattern.exec(month) ?? [];
  const start = (index: number): Date => new Date(Date.UTC(Number(year), index, 1) - 8 * 3_600_000);
  return { from: start(Number(number) - 1), until: start(Number(number)) };
}

import { findAccount } from '@carhouse/database/accounts/accounts';
import { listDocumentsOfSeller } from '@carhouse/database/fees/fee-documents';
import {
  findFirstEntryOfSeller,
  listStatementEntries,
  readStatementBalances,
  type StatementBalances,
  type StatementEntry,
  sumStatementEntries,
} from '@carhouse/database/ledger/seller-statements';
import type { AccountId } from '@carhouse/domain/account/account';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import type { FeeDocument } from '@carhouse/domain/fee/fee-document';
import type { SignedCents } from '@carhouse/domain/ledger/ledger-entry';
import {
  findMonthPeriod,
  isMoveKind,
  isStatementMonth,
  makeStatementLines,
  type StatementKind,
  type StatementLine,
  statementKinds,
} from '@carhouse/domain/seller-payment/seller-statement';
import { toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import type { Context } from '../context.ts';

/** Maximum number of entries of the ledger on a page of a statement, and of documents of a statement. */
const [entriesPerPage, documentsMaximum] = [500, 5_000];

/** A statement of a seller for one month in Singapore, or a page of it. */
export type Statement = StatementBalances & {
  readonly month: string;
  readonly sellerId: AccountId;
  readonly sellerName: string;
  /** The sums of the whole month. The total of the month's sums is the closing balance less the opening balance. */
  readonly sums: readonly { readonly kind: StatementKind; readonly amount: SignedCents }[];
  readonly lines: readonly (Omit<StatementEntry, 'postings'> & StatementLine)[];
  readonly documents: readonly FeeDocument[];
  /** The number of the entry after which the next page begins; null on the last page. */
  readonly next: bigint | null;
};

/**
 * Returns the statement of a seller for a month, computed from the ledger at one moment.
 * @param month as `2026-11`
 * @param position the number of the entry after which the page begins; 0 for the first page
 * @throws DomainError NOT_FOUND for an unknown seller, or a month that has not begun or is no month; INTERNAL when the sums
 *   do not match the balances.
 */
export async function showStatement(
  context: Context,
  sellerId: AccountId,
  month: string,
  position: bigint,
): Promise<Statement> {
  if (!isStatementMonth(month) || month > toSingaporeDay(context.now()).slice(0, 7)) throw new DomainError('NOT_FOUND');
  const period = findMonthPeriod(month);
  const snapshotTransaction = context.database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only');
  return snapshotTransaction.execute(async (trx) => {
    const seller = await findAccount(trx, sellerId);
    if (seller?.role !== 'Seller') throw new DomainError('NOT_FOUND');
    const balances = await readStatementBalances(trx, sellerId, period);
    const sums = addSums(await sumStatementEntries(trx, sellerId, period), sellerId);
    const total = sums.reduce((sum, { amount }) => sum + amount, 0n);
    if (total !== balances.closing - balances.opening) throw new DomainError('INTERNAL');
    const entries = await listStatementEntries(trx, sellerId, period, entriesPerPage + 1, position);
    const shownEntries = entries.slice(0, entriesPerPage);
    const isLastPage = entries.length <= entriesPerPage;
    return {
      ...balances,
      month,
      sellerId,
      sellerName: seller.name,
      sums,
      lines: shownEntries.flatMap(({ postings, ...entry }) =>
        makeStatementLines({ ...entry, postings }, sellerId).map((line) => ({ ...entry, ...line })),
      ),
      documents: await listDocumentsOfSeller(trx, sellerId, period, documentsMaximum),
      next: isLastPage ? null : (shownEntries.at(-1)?.number ?? null),
    };
  });
}

/** Returns the first month of which a seller has a statement; null before their first sale. */
export async function findFirstStatementMonth(context: Context, sellerId: AccountId): Promise<string | null> {
  const firstEntryAt = await context.database
    .transaction()
    .setAccessMode('read only')
    .execute((trx) => findFirstEntryOfSeller(trx, sellerId));
  return firstEntryAt === null ? null : toSingaporeDay(firstEntryAt).slice(0, 7);
}

function addSums(
  entries: readonly Pick<StatementEntry, 'cause' | 'postings'>[],
  sellerId: AccountId,
): Statement['sums'] {
  const lines = entries.flatMap((entry) => makeStatementLines(entry, sellerId)).filter(({ kind }) => !isMoveKind(kind));
  return statementKinds.map((kind) => ({
    kind,
    amount: lines.reduce((sum, line) => (line.kind === kind ? sum + line.amount : sum), 0n) as SignedCents,
  }));
}

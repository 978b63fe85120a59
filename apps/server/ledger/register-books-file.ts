import { booksCsvPath, booksCsvQuery } from '@carhouse/contract/csv-files';
import type { ListedLedgerEntry } from '@carhouse/database/ledger/ledger-lists';
import { cents, dollarsFromCents } from '@carhouse/domain/money/money';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { registerCsvFile } from '../http/routing/csv-answer.ts';
import { assertFactorProved } from '../second-factor/authorise-factor-change.ts';
import { listEntries } from './list-entries.ts';

/** Serves the entries of the ledger with the filters of the list as a CSV file: one line for each posting. */
export function registerBooksFile(app: FastifyInstance, context: Context): void {
  registerCsvFile(app, {
    path: booksCsvPath,
    query: booksCsvQuery,
    fileName: 'books.csv',
    authorise: (actor) => assertFactorProved(context, context.database, actor),
    columns: ['entry', 'at', 'cause', 'cause id', 'order', 'car', 'account', 'owner', 'currency', 'debit', 'credit'],
    read: async (filters, cursor, limit) => {
      const page = await listEntries(context, { ...filters, cursor, limit });
      return { next: page.next, rows: page.rows.flatMap(listLines) };
    },
    write: ({ entry, posting }: BooksLine) => [
      String(entry.number),
      entry.at.toISOString(),
      entry.cause,
      entry.causeId,
      entry.bookingId,
      `${entry.brand} ${entry.title}`,
      posting.account,
      posting.ownerName ?? '',
      posting.currency,
      posting.amount > 0n ? dollarsFromCents(cents(posting.amount)).toFixed(2) : '',
      posting.amount < 0n ? dollarsFromCents(cents(0n - posting.amount)).toFixed(2) : '',
    ],
  });
}

type BooksLine = {
  readonly entry: ListedLedgerEntry;
  readonly posting: ListedLedgerEntry['postings'][number];
};

function listLines(entry: ListedLedgerEntry): readonly BooksLine[] {
  return entry.postings.map((posting) => ({ entry, posting }));
}

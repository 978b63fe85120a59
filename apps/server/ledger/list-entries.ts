import { type ListedLedgerEntry, listLedgerEntries } from '@carhouse/database/ledger/ledger-lists';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { type Id, parseId } from '@carhouse/domain/ids/id';
import { findPeriodBounds } from '@carhouse/domain/text/singapore-day';
import type { Context } from '../context.ts';
import { type Page, selectPage } from '../http/routing/page-cursor.ts';

type LedgerQuery = {
  readonly booking?: string | undefined;
  readonly person?: string | undefined;
  /** A calendar day in Singapore. */
  readonly day?: string | undefined;
  readonly search?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/**
 * Returns a page of the ledger's entries, newest first.
 * @throws DomainError BAD_REQUEST for a malformed id or cursor.
 */
export function listEntries(context: Context, query: LedgerQuery): Promise<Page<ListedLedgerEntry>> {
  const { booking, person, day, search, limit, cursor } = query;
  const filter = {
    bookingId: parseFilterId<'booking'>(booking),
    ownerId: parseFilterId<'account'>(person),
    search,
    ...findPeriodBounds({ from: day, to: day }),
  };
  return selectPage({
    before: cursor,
    size: limit,
    readTime: (entry: ListedLedgerEntry) => entry.at,
    select: (rows, after) => listLedgerEntries(context.database, filter, rows, after),
  });
}

function parseFilterId<Noun extends string>(text: string | undefined): Id<Noun> | undefined {
  if (text === undefined) return undefined;
  const id = parseId<Noun>(text);
  if (id === undefined) throw new DomainError('BAD_REQUEST');
  return id;
}

import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { FeeDocument } from '@carhouse/domain/fee/fee-document';
import type { LedgerCause, LedgerEntryId, Posting, SignedCents } from '@carhouse/domain/ledger/ledger-entry';
import { sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import { makeLedgerSearchSql } from './ledger-search.ts';

/** An entry with its postings, the name of each owner, and the car of its order. */
export type ListedLedgerEntry = {
  readonly id: LedgerEntryId;
  readonly number: bigint;
  readonly at: Date;
  readonly cause: LedgerCause;
  readonly causeId: string;
  readonly bookingId: BookingId;
  readonly brand: string;
  readonly title: string;
  /**
   * The invoice for the fee of the sale and its credit note, for an entry that posts a sale; an empty list for every
   * other entry.
   */
  readonly documents: readonly ListedDocument[];
  readonly postings: readonly (Posting & { readonly ownerName: string | null; readonly currency: string })[];
};

type ListedDocument = Pick<FeeDocument, 'kind' | 'year' | 'number'>;

export type LedgerFilter = {
  readonly bookingId?: BookingId | undefined;
  /** Restricts the list to entries with a posting to an account of this person. */
  readonly ownerId?: AccountId | undefined;
  readonly from?: Date | undefined;
  /** Restricts the list to entries before this time. */
  readonly until?: Date | undefined;
  /** Restricts the list to entries that `makeLedgerSearchSql` finds. */
  readonly search?: string | undefined;
};

type PostingRow = {
  readonly account: Posting['account'];
  readonly owner_id: AccountId | null;
  readonly owner_name: string | null;
  readonly currency: string;
  readonly cents: string;
};

/** Lists entries of the ledger, newest first. @param after the entry after which the page begins */
export async function listLedgerEntries(
  database: Database,
  filter: LedgerFilter,
  limit: number,
  after?: { readonly id: LedgerEntryId },
): Promise<readonly ListedLedgerEntry[]> {
  let query = database
    .selectFrom('ledger_entry')
    .innerJoin('booking', 'booking.id', 'ledger_entry.booking_id')
    .select([
      'ledger_entry.id',
      'ledger_entry.number',
      'ledger_entry.at',
      'ledger_entry.cause',
      'ledger_entry.cause_id',
      'ledger_entry.booking_id',
      'booking.brand',
      'booking.title',
      sql<readonly ListedDocument[]>`CASE WHEN ledger_entry.cause <> 'sale' THEN '[]' ELSE (
        SELECT coalesce(jsonb_agg(jsonb_build_object('kind', d.kind, 'year', d.year, 'number', d.number) ORDER BY d.kind DESC), '[]')
        FROM fee_document d WHERE d.booking_id = ledger_entry.booking_id) END`.as('documents'),
      // Amounts are texts, because a JSON number of JavaScript would lose digits of large amounts.
      sql<readonly PostingRow[]>`(
        SELECT jsonb_agg(jsonb_build_object('account', p.account, 'owner_id', p.owner_id, 'owner_name', a.name,
          'currency', p.currency, 'cents', p.amount_cents::text) ORDER BY p.line)
        FROM ledger_posting p LEFT JOIN account a ON a.id = p.owner_id WHERE p.entry_id = ledger_entry.id
      )`.as('postings'),
    ]);
  const { bookingId, ownerId, from, until, search = '' } = filter;
  if (bookingId !== undefined) query = query.where('ledger_entry.booking_id', '=', bookingId);
  if (ownerId !== undefined) {
    query = query.where('ledger_entry.id', 'in', (subquery) =>
      subquery.selectFrom('ledger_posting').select('entry_id').where('owner_id', '=', ownerId),
    );
  }
  if (from !== undefined) query = query.where('ledger_entry.at', '>=', from);
  if (until !== undefined) query = query.where('ledger_entry.at', '<', until);
  if (search.trim() !== '') query = query.where(makeLedgerSearchSql(search.trim()));
  if (after !== undefined) {
    query = query.where('ledger_entry.number', '<', (subquery) =>
      subquery.selectFrom('ledger_entry as last').select('last.number').where('last.id', '=', after.id),
    );
  }
  const rows = await query.orderBy('ledger_entry.number', 'desc').limit(limit).execute();
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    at: row.at,
    cause: row.cause,
    causeId: row.cause_id,
    bookingId: row.booking_id,
    brand: row.brand,
    title: row.title,
    documents: row.documents,
    postings: row.postings.map((posting) => ({
      account: posting.account,
      ownerId: posting.owner_id,
      ownerName: posting.owner_name,
      currency: posting.currency,
      amount: BigInt(posting.cents) as SignedCents,
    })),
  }));
}

/** Returns the number of entries of the ledger. */
export async function countLedgerEntries(database: Database): Promise<number> {
  const { rows } = await sql<{ entries: number }>`SELECT count(*)::int AS entries FROM ledger_entry`.execute(database);
  return rows[0]?.entries ?? 0;
}

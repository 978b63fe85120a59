import type { AccountId } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import type { FeeDocument, FeeDocumentKind } from '@carhouse/domain/fee/fee-document';
import { cents } from '@carhouse/domain/money/money';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { FeeDocumentTable } from '../schema/sale-tables.ts';

/**
 * A sale for which a document is missing: a confirmed sale needs an invoice, and a refunded sale needs a credit note.
 */
export type MissingDocument = { readonly bookingId: BookingId; readonly kind: FeeDocumentKind };

/** Lists sales whose invoice or credit note is missing, the first confirmed first. */
export async function listMissingDocuments(database: Database, limit: number): Promise<readonly MissingDocument[]> {
  const { rows } = await sql<{ booking_id: BookingId; kind: FeeDocumentKind }>`
    (SELECT s.booking_id, 'invoice' AS kind, s.confirmed_at FROM sale s
     WHERE s.fee_cents > 0 AND s.confirmed_at IS NOT NULL AND s.state IN ('confirmed', 'transferred', 'paid-out')
       AND NOT EXISTS (SELECT FROM fee_document d WHERE d.booking_id = s.booking_id AND d.kind = 'invoice')
     ORDER BY s.confirmed_at LIMIT ${limit})
    UNION ALL
    (SELECT s.booking_id, 'credit-note', s.confirmed_at FROM sale s
     JOIN fee_document i ON i.booking_id = s.booking_id AND i.kind = 'invoice'
     WHERE s.fee_cents > 0 AND s.confirmed_at IS NOT NULL AND s.state = 'refunded'
       AND NOT EXISTS (SELECT FROM fee_document d WHERE d.booking_id = s.booking_id AND d.kind = 'credit-note')
     ORDER BY s.confirmed_at LIMIT ${limit})
    ORDER BY 3 LIMIT ${limit}`.execute(database);
  return rows.map((row) => ({ bookingId: row.booking_id, kind: row.kind }));
}

/**
 * Returns the next document number of a kind and a year. Other transactions cannot number a document until this
 * transaction ends. When the transaction fails, the next document gets its number, so there are no gaps.
 */
export async function claimDocumentNumber(trx: Transaction, kind: FeeDocumentKind, year: number): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('fee_document'))`.execute(trx);
  const { rows } = await sql<{ next: number }>`
    SELECT 1 + coalesce(max(number), 0) AS next FROM fee_document WHERE kind = ${kind} AND year = ${year}`.execute(trx);
  return rows[0]?.next ?? 1;
}

/** Saves a document. @throws a violation of `fee_document_pkey` when the sale already has a document of this kind. */
export async function insertFeeDocument(trx: Transaction, document: FeeDocument): Promise<void> {
  await trx
    .insertInto('fee_document')
    .values({
      booking_id: document.bookingId,
      kind: document.kind,
      year: document.year,
      number: document.number,
      seller_id: document.sellerId,
      currency: document.currency,
      fee_cents: document.fee,
      gst_cents: document.gst,
      supplier_name: document.supplier.name,
      supplier_address: document.supplier.address,
      gst_number: document.supplier.gstNumber,
      issued_at: document.issuedAt,
    })
    .execute();
}

/** Lists the documents of a sale, the invoice first. */
export async function listDocumentsOfSale(
  database: Database | Transaction,
  bookingId: BookingId,
): Promise<readonly FeeDocument[]> {
  const rows = await database
    .selectFrom('fee_document')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .orderBy('kind', 'desc')
    .execute();
  return rows.map(documentFromRow);
}

/** Lists the documents that were issued to a seller in a period, in the order of their numbers. */
export async function listDocumentsOfSeller(
  database: Database | Transaction,
  sellerId: AccountId,
  period: { readonly from: Date; readonly until: Date },
  limit: number,
): Promise<readonly FeeDocument[]> {
  const rows = await database
    .selectFrom('fee_document')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .where('issued_at', '>=', period.from)
    .where('issued_at', '<', period.until)
    .orderBy('kind', 'desc')
    .orderBy('year')
    .orderBy('number')
    .limit(limit)
    .execute();
  return rows.map(documentFromRow);
}

function documentFromRow(row: Selectable<FeeDocumentTable>): FeeDocument {
  return {
    bookingId: row.booking_id,
    sellerId: row.seller_id,
    kind: row.kind,
    year: row.year,
    number: row.number,
    currency: row.currency,
    fee: cents(row.fee_cents),
    gst: cents(row.gst_cents),
    supplier: { name: row.supplier_name, address: row.supplier_address, gstNumber: row.gst_number },
    issuedAt: row.issued_at,
  };
}

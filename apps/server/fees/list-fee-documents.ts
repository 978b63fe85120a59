import type { FeeDocumentAnswer } from '@carhouse/contract/seller-payments';
import { type BookingRecord, findBooking } from '@carhouse/database/bookings/bookings';
import type { Database } from '@carhouse/database/connection/connect';
import { runAsMember } from '@carhouse/database/connection/member-role';
import { listDocumentsOfSale } from '@carhouse/database/fees/fee-documents';
import { findSale } from '@carhouse/database/sales/sales';
import type { Actor } from '@carhouse/domain/account/account';
import { findBookingParty } from '@carhouse/domain/booking/booking-policy';
import { DomainError } from '@carhouse/domain/errors/domain-error';
import { computeTaxRate, type FeeDocument, formatDocumentNumber } from '@carhouse/domain/fee/fee-document';
import { requireId } from '@carhouse/domain/ids/id';
import { cents, dollarsFromCents } from '@carhouse/domain/money/money';
import type { Sale } from '@carhouse/domain/sale/sale';
import type { Context } from '../context.ts';

/**
 * Returns the invoice and the credit note of a sale's fee, for its seller and for admins.
 * @throws DomainError NOT_FOUND, also for the buyer, who may not see what the seller pays, and for an order that was
 * never paid.
 */
export async function listFeeDocuments(
  context: Context,
  actor: Actor,
  id: string,
): Promise<readonly FeeDocumentAnswer[]> {
  const bookingId = requireId<'booking'>(id);
  const readDocuments = async (database: Database): Promise<readonly FeeDocumentAnswer[]> => {
    const booking = await findBooking(database, bookingId);
    const sale = await findSale(database, bookingId);
    const party = booking === undefined ? null : findBookingParty(actor, booking);
    if (booking === undefined || sale === undefined || party === null || party === 'buyer')
      throw new DomainError('NOT_FOUND');
    return (await listDocumentsOfSale(database, bookingId)).map((document) => presentDocument(document, booking, sale));
  };
  return actor.role === 'admin'
    ? readDocuments(context.database)
    : runAsMember(context.database, actor.accountId, readDocuments);
}

function presentDocument(document: FeeDocument, { snapshot }: BookingRecord, sale: Sale): FeeDocumentAnswer {
  const { kind, supplier, fee, gst, currency, bookingId } = document;
  return {
    number: formatDocumentNumber(document),
    kind,
    isTax: supplier.gstNumber !== null,
    issuedAt: document.issuedAt.toISOString(),
    suppliedAt: sale.confirmedAt?.toISOString() ?? null,
    supplier,
    bookingId,
    sellerName: snapshot.sellerName,
    productCategory: snapshot.brand,
    productModel: snapshot.title,
    price: dollarsFromCents(sale.price),
    currency,
    fee: dollarsFromCents(fee),
    gst: dollarsFromCents(gst),
    gstPercent: computeTaxRate(document) / 100,
    total: dollarsFromCents(cents(fee + gst)),
  };
}

import type { AccountId } from '../account/account.ts';
import type { BookingId } from '../booking/booking.ts';
import type { Cents } from '../money/money.ts';

/** An invoice for the fee of a sale, and the credit note that cancels the invoice when the sale is refunded. */
export const feeDocumentKinds = ['invoice', 'credit-note'] as const;
export type FeeDocumentKind = (typeof feeDocumentKinds)[number];

/** The operator of this server, who asks for the fees, as invoices and credit notes name them. */
export type Supplier = {
  readonly name: string;
  /** The postal address, line by line. */
  readonly address: string;
  /** The registration number for the goods and services tax; null when the operator is not registered. */
  readonly gstNumber: string | null;
};

/**
 * A document that was issued. An issued document never changes. The numbers of the documents of one kind and year have
 * no gaps.
 */
export type FeeDocument = {
  readonly bookingId: BookingId;
  readonly sellerId: AccountId;
  readonly kind: FeeDocumentKind;
  /** The calendar year in Singapore in which the document was issued. */
  readonly year: number;
  readonly number: number;
  readonly currency: string;
  readonly fee: Cents;
  readonly gst: Cents;
  readonly supplier: Supplier;
  readonly issuedAt: Date;
};

/** Returns the number of a document as it is printed, such as `INV-2026-000042`. */
export function formatDocumentNumber({ kind, year, number }: Pick<FeeDocument, 'kind' | 'year' | 'number'>): string {
  return `${kind === 'invoice' ? 'INV' : 'CN'}-${year}-${String(number).padStart(6, '0')}`;
}

/**
 * Returns the tax rate of a document in basis points, which a tax invoice must show (IRAS, contents of a tax invoice).
 * The rate is computed from the fee and the tax in cents and rounded to the nearest whole percent.
 */
export function computeTaxRate({ fee, gst }: Pick<FeeDocument, 'fee' | 'gst'>): number {
  return fee === 0n ? 0 : Math.round((Number(gst) * 100) / Number(fee)) * 100;
}

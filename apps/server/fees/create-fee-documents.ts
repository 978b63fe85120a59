import { recordAudit } from '@carhouse/database/audit/audit';
import { inTransaction } from '@carhouse/database/connection/transaction';
import {
  claimDocumentNumber,
  insertFeeDocument,
  listDocumentsOfSale,
  listMissingDocuments,
  type MissingDocument,
} from '@carhouse/database/fees/fee-documents';
import { lockSale } from '@carhouse/database/sales/sales';
import { formatDocumentNumber } from '@carhouse/domain/fee/fee-document';
import { isConfirmed } from '@carhouse/domain/sale/sale';
import { toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import type { Context } from '../context.ts';

/** Maximum number of documents that one run creates. The next run, a minute later, creates the remaining documents. */
const documentsPerRun = 200;

/**
 * Creates the invoices of the fees of confirmed sales, and the credit notes for invoiced sales that were refunded
 * afterwards. Each document gets the next number of its kind and year in a transaction of its own, so that no sale
 * waits for the counter. Any server node may call this function at any time.
 * @returns the number of documents that were created.
 */
export async function createFeeDocuments(context: Context): Promise<number> {
  let createdCount = 0;
  for (const missingDocument of await listMissingDocuments(context.database, documentsPerRun)) {
    if (await createDocument(context, missingDocument)) createdCount += 1;
  }
  return createdCount;
}

/** @returns false when the document was created meanwhile, or the sale does not need the document any more. */
async function createDocument(context: Context, { bookingId, kind }: MissingDocument): Promise<boolean> {
  return inTransaction(context.database, async (trx) => {
    const sale = await lockSale(trx, bookingId);
    const isDue = sale !== undefined && (kind === 'invoice' ? isConfirmed(sale.state) : sale.state === 'refunded');
    const documents = await listDocumentsOfSale(trx, bookingId);
    if (!isDue || documents.some((document) => document.kind === kind)) return false;
    const now = context.now();
    const year = Number(toSingaporeDay(now).slice(0, 4));
    const { sellerId, currency, fee, gst } = sale;
    // A credit note names the same supplier as the invoice that it cancels.
    const supplier = documents.find((document) => document.kind === 'invoice')?.supplier ?? context.config.supplier;
    const documentNumber = await claimDocumentNumber(trx, kind, year);
    await insertFeeDocument(trx, {
      bookingId,
      sellerId,
      kind,
      year,
      number: documentNumber,
      currency,
      fee,
      gst,
      supplier,
      issuedAt: now,
    });
    await recordAudit(context, trx, {
      actorId: null,
      noun: 'fee_document',
      action: 'issue',
      nounId: formatDocumentNumber({ kind, year, number: documentNumber }),
      after: { bookingId, kind, fee: fee.toString(), gst: gst.toString() },
    });
    return true;
  });
}

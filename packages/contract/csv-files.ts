import { z } from 'zod/mini';
import { day, makeFreeTextSchema } from './fields.ts';
import { ledgerFilters } from './ledger.ts';
import { paymentFilters } from './payments.ts';

/** The URL path of the CSV file of all payments. */
export const paymentsCsvPath = '/api/v1/payments/file';

/** The URL path of the CSV file of the audit log. */
export const auditCsvPath = '/api/v1/audit/file';

/** The URL path of the CSV file of the ledger. */
export const booksCsvPath = '/api/v1/books/file';

/** The filters of the CSV file of payments: the same as in the admins' list of payments. */
export const paymentsCsvQuery = z.object(paymentFilters);

/** The filters of the CSV file of the ledger: the same as in the list of ledger entries. */
export const booksCsvQuery = z.object(ledgerFilters);

/** The filters of the CSV file of the audit log: the same as in the list of audit entries. */
export const auditCsvQuery = z.object({
  noun: z.optional(makeFreeTextSchema(40, 1)),
  nounId: z.optional(makeFreeTextSchema(80, 1)),
  actor: z.optional(makeFreeTextSchema(80, 1)),
  day: z.optional(day),
});

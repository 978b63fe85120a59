import { z } from 'zod/mini';
import { day, freeText } from './fields.ts';

/** The URL path of the CSV file of all payments. */
export const paymentsCsvPath = '/api/v1/payments/file';

/** The URL path of the CSV file of the audit log. */
export const auditCsvPath = '/api/v1/audit/file';

/** The filters of the CSV file of payments, which are those of the list. */
export const paymentsCsvQuery = z.object({ search: z.optional(freeText(100)) });

/** The filters of the CSV file of the audit log, which are those of the list. */
export const auditCsvQuery = z.object({
  noun: z.optional(freeText(40, 1)),
  nounId: z.optional(freeText(80, 1)),
  actor: z.optional(freeText(80, 1)),
  day: z.optional(day),
});

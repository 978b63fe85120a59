import { z } from 'zod/mini';
import { day, freeText } from './fields.ts';

/** The path of all payments as a CSV file. */
export const paymentsCsvPath = '/api/v1/payments/file';

/** The path of the audit log as a CSV file. */
export const auditCsvPath = '/api/v1/audit/file';

/** The filters of the file of payments: those of the list. */
export const paymentsCsvQuery = z.object({ search: z.optional(freeText(100)) });

/** The filters of the file of the audit log: those of the list. */
export const auditCsvQuery = z.object({
  noun: z.optional(freeText(40, 1)),
  nounId: z.optional(freeText(80, 1)),
  actor: z.optional(freeText(80, 1)),
  day: z.optional(day),
});

import { type ListedPayment, listPayments as selectPayments } from '@carhouse/database/payments/payment-lists';
import type { Context } from '../context.ts';
import { type Page, selectPage } from '../http/routing/page-cursor.ts';

/** Returns a page of all payments, newest first. @throws DomainError BAD_REQUEST for a malformed cursor. */
export function listPayments(
  context: Context,
  query: {
    readonly search?: string | undefined;
    readonly limit?: number | undefined;
    readonly before?: string | undefined;
  },
): Promise<Page<ListedPayment>> {
  return selectPage({
    before: query.before,
    size: query.limit,
    timeOf: (payment: ListedPayment) => payment.paidAt,
    select: (limit, after) =>
      selectPayments(context.database, { search: query.search, now: context.now() }, limit, after),
  });
}

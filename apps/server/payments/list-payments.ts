import { type ListedPayment, listPayments as selectPayments } from '@carhouse/database/payments/payment-lists';
import { findPeriodBounds } from '@carhouse/domain/text/singapore-day';
import type { Context } from '../context.ts';
import { type Page, selectPage } from '../http/routing/page-cursor.ts';

/** A search and a period of calendar days in Singapore. */
export type PaymentFilter = {
  readonly search?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

/** Returns a page of the payments of a period, newest first. @throws DomainError BAD_REQUEST for a malformed cursor. */
export function listPayments(
  context: Context,
  query: PaymentFilter & { readonly limit?: number | undefined; readonly before?: string | undefined },
): Promise<Page<ListedPayment>> {
  const filter = { search: query.search, ...findPeriodBounds(query) };
  return selectPage({
    before: query.before,
    size: query.limit,
    readTime: (payment: ListedPayment) => payment.paidAt,
    select: (limit, after) => selectPayments(context.database, { ...filter, now: context.now() }, limit, after),
  });
}

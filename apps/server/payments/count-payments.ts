import { type PaymentTotals, sumPayments } from '@carhouse/database/payments/payment-lists';
import { findPeriodBounds } from '@carhouse/domain/text/singapore-day';
import type { Context } from '../context.ts';
import type { PaymentFilter } from './list-payments.ts';

/** Returns the number and the sums of the payments that the list has with the same filters. */
export function countPayments(context: Context, filter: PaymentFilter): Promise<PaymentTotals> {
  return sumPayments(context.database, { search: filter.search, ...findPeriodBounds(filter) });
}

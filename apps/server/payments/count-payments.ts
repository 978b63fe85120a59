import { type PaymentTotals, sumPayments } from '@carhouse/database/payments/payment-lists';
import { singaporePeriod } from '@carhouse/domain/text/singapore-day';
import type { Context } from '../context.ts';
import type { PaymentChoice } from './list-payments.ts';

/** Returns the number and the sums of the payments that the list has with the same filters. */
export function countPayments(context: Context, choice: PaymentChoice): Promise<PaymentTotals> {
  return sumPayments(context.database, { search: choice.search, ...singaporePeriod(choice) });
}

import { runAsMember } from '@carhouse/database/connection/member-role';
import {
  findPaidOutTimes,
  type ListedSellerPayment,
  listSellerPayments,
  type SellerPaymentTotals,
  sumSellerPayments,
} from '@carhouse/database/seller-payments/payment-lists';
import type { Actor } from '@carhouse/domain/account/account';
import type { BookingId } from '@carhouse/domain/booking/booking';
import {
  decidePaymentStanding,
  type PaymentGroup,
  type PaymentReason,
  type PaymentStanding,
  saleStatesOfReason,
  unpaidSaleStates,
} from '@carhouse/domain/seller-payment/payment-standing';
import type { Context } from '../context.ts';
import { type Page, selectPage } from '../http/routing/page-cursor.ts';

/** A payment to a seller, with its current standing and the time at which it reached their bank. */
export type PaymentWithStanding = ListedSellerPayment & {
  readonly standing: PaymentStanding;
  readonly paidOutAt: Date | null;
};

type PageQuery = { readonly limit?: number | undefined; readonly cursor?: string | undefined };

/** Number of payments on a page. */
const pageSize = 25;
/** Milliseconds of the twelve months whose payouts are added up. */
const yearMs = 365 * 86_400_000;
/** Number of payments that one query reads while payments with a given reason are searched. */
const searchRowCount = 500;

/** The last payment of a page, after which the next one begins. */
type PaymentPosition = { readonly at: Date; readonly id: BookingId };

/**
 * Returns a page of the payments to a seller for their own sales, newest first.
 * @throws DomainError BAD_REQUEST for a malformed cursor.
 */
export async function listOwnPayments(
  context: Context,
  { accountId }: Actor,
  { group, limit = pageSize, cursor }: PageQuery & { readonly group: PaymentGroup },
): Promise<Page<PaymentWithStanding>> {
  const page = await selectPage({
    before: cursor,
    size: limit,
    readTime: (payment: ListedSellerPayment) => payment.paidAt,
    select: (rows, after) =>
      runAsMember(context.database, accountId, (trx) =>
        listSellerPayments(trx, { sellerId: accountId, group, order: 'newest-first' }, rows, after),
      ),
  });
  return { ...page, rows: await addPaymentStandings(context, page.rows) };
}

/** Adds up the payments that a seller is still owed, and the payments of the last twelve months. */
export async function sumOwnPayments(context: Context, { accountId }: Actor): Promise<SellerPaymentTotals> {
  return sumSellerPayments(context.database, accountId, new Date(context.now().getTime() - yearMs));
}

/**
 * Returns a page of the payments to all sellers, oldest first: the payments with the given reason, or all payments that
 * are not complete. The reason is computed from each payment, so that the list and the page of an order never differ;
 * only the sales among which it occurs are read.
 * @throws DomainError BAD_REQUEST for a malformed cursor.
 */
export async function listAllPayments(
  context: Context,
  { reason, limit = pageSize, cursor }: PageQuery & { readonly reason?: PaymentReason | undefined },
): Promise<Page<PaymentWithStanding>> {
  const readTime = (payment: ListedSellerPayment): Date => payment.paidAt;
  const page = await selectPage({
    before: cursor,
    size: limit,
    readTime,
    select: (size, after) =>
      reason === undefined
        ? listSellerPayments(context.database, { states: unpaidSaleStates, order: 'oldest-first' }, size, after)
        : filterPaymentsByReason(context, reason, size, after),
  });
  return { ...page, rows: await addPaymentStandings(context, page.rows) };
}

/** Lists payments with this reason, the oldest first. */
async function filterPaymentsByReason(
  context: Context,
  reason: PaymentReason,
  size: number,
  position: PaymentPosition | undefined,
): Promise<readonly ListedSellerPayment[]> {
  const now = context.now();
  const paymentFilter = {
    states: saleStatesOfReason[reason],
    isMoneyTransferred: reason === 'taking-back' || reason === 'debt',
    order: 'oldest-first',
  } as const;
  const foundPayments: ListedSellerPayment[] = [];
  let lastPosition = position;
  for (;;) {
    const rows = await listSellerPayments(context.database, paymentFilter, searchRowCount, lastPosition);
    foundPayments.push(...rows.filter((row) => decidePaymentStanding(row, now).reason === reason));
    const lastRow = rows.at(-1);
    if (foundPayments.length >= size || lastRow === undefined || rows.length < searchRowCount)
      return foundPayments.slice(0, size);
    lastPosition = { at: lastRow.paidAt, id: lastRow.id };
  }
}

/** Returns payments, each with its current standing and the time at which it reached the seller's bank. */
export async function addPaymentStandings(
  context: Context,
  payments: readonly ListedSellerPayment[],
): Promise<readonly PaymentWithStanding[]> {
  const now = context.now();
  const paidIds = payments
    .filter(({ saleState, hasDebtRefund }) => saleState === 'paid-out' || hasDebtRefund)
    .map(({ id }) => id);
  const paidOutTimes = await findPaidOutTimes(context.database, paidIds);
  return payments.map((payment) => ({
    ...payment,
    standing: decidePaymentStanding(payment, now),
    paidOutAt: paidOutTimes.get(payment.id) ?? null,
  }));
}

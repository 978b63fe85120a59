import { paymentsCsvPath, paymentsCsvQuery } from '@carhouse/contract/csv-files';
import type { ListedPayment } from '@carhouse/database/payments/payment-lists';
import { dollarsFromCents } from '@carhouse/domain/money/money';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { registerCsvFile } from '../http/routing/csv-answer.ts';
import { assertFactorProved } from '../second-factor/authorise-factor-change.ts';
import { listPayments } from './list-payments.ts';
import { formatReceiptNumber } from './present-receipt.ts';

/**
 * Serves the payments of the list with its filters as a CSV file, newest first, with the names of users but without their
 * e-mail addresses.
 */
export function registerPaymentsFile(app: FastifyInstance, context: Context): void {
  registerCsvFile(app, {
    path: paymentsCsvPath,
    query: paymentsCsvQuery,
    fileName: 'payments.csv',
    authorise: (actor) => assertFactorProved(context, context.database, actor),
    columns: [
      'receipt',
      'paid at',
      'amount',
      'brand',
      'car',
      'buyer',
      'seller',
      'method',
      'card',
      'charge',
      'refund',
      'refund reason',
      'disputed',
      'dispute lost',
    ],
    read: (filter, before, limit) => listPayments(context, { ...filter, before, limit }),
    write: (payment: ListedPayment) => [
      formatReceiptNumber(payment.receiptNumber),
      payment.paidAt.toISOString(),
      dollarsFromCents(payment.amount).toFixed(2),
      payment.brand,
      payment.title,
      payment.buyerName,
      payment.sellerName,
      payment.method,
      payment.card === null ? '' : `${payment.card.brand} ${payment.card.last4}`,
      payment.intentId,
      payment.refund?.state ?? '',
      payment.refund?.reason ?? '',
      payment.disputed ? 'yes' : 'no',
      payment.takenBack ? 'yes' : 'no',
    ],
  });
}

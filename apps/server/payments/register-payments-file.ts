import { paymentsCsvPath, paymentsCsvQuery } from '@carhouse/contract/csv-files';
import type { ListedPayment } from '@carhouse/database/payments/payment-lists';
import { dollarsFromCents } from '@carhouse/domain/money/money';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { registerCsvFile } from '../http/routing/csv-answer.ts';
import { listPayments } from './list-payments.ts';
import { receiptNumber } from './present-receipt.ts';

/**
 * Serves all payments as a CSV file, newest first, with the names of users but without their e-mail addresses, as in the
 * list.
 */
export function registerPaymentsFile(app: FastifyInstance, context: Context): void {
  registerCsvFile(app, {
    path: paymentsCsvPath,
    query: paymentsCsvQuery,
    fileName: 'payments.csv',
    columns: [
      'receipt',
      'paid at',
      'amount',
      'brand',
      'car',
      'buyer',
      'seller',
      'card',
      'charge',
      'refund',
      'refund reason',
      'disputed',
    ],
    read: ({ search }, before, limit) => listPayments(context, { search, before, limit }),
    write: (payment: ListedPayment) => [
      receiptNumber(payment.receiptNumber),
      payment.paidAt.toISOString(),
      dollarsFromCents(payment.amount).toFixed(2),
      payment.brand,
      payment.title,
      payment.buyerName,
      payment.sellerName,
      payment.card === null ? '' : `${payment.card.brand} ${payment.card.last4}`,
      payment.intentId,
      payment.refund?.state ?? '',
      payment.refund?.reason ?? '',
      payment.disputed ? 'yes' : 'no',
    ],
  });
}

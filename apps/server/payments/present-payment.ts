import type { ListedPayment } from '@carhouse/contract/payments';
import type { ListedPayment as PaymentRow } from '@carhouse/database/payments/payment-lists';
import { dollarsFromCents } from '@carhouse/domain/money/money';
import { computeRefundEnd } from '@carhouse/domain/payment/payment-method';
import { presentWaitingRefund } from '../approvals/present-waiting-refund.ts';
import { formatReceiptNumber } from './present-receipt.ts';

/**
 * Returns a payment as the admins' list contains it, with the names of users but without their e-mail addresses, and
 * with the card's brand and last four digits. `providerUrl` is the page of the charge at the provider.
 */
export function presentPayment(row: PaymentRow, providerUrl: string | null): ListedPayment {
  return {
    _id: row.id,
    bookingId: row.bookingId,
    number: formatReceiptNumber(row.receiptNumber),
    paidAt: row.paidAt.toISOString(),
    amount: dollarsFromCents(row.amount),
    productCategory: row.brand,
    productModel: row.title,
    buyerName: row.buyerName,
    sellerName: row.sellerName,
    transactionId: row.intentId,
    providerUrl,
    method: row.method,
    card: row.card,
    refundableUntil: computeRefundEnd(row)?.toISOString() ?? null,
    refund:
      row.refund === null
        ? null
        : { state: row.refund.state, reason: row.refund.reason, orderedAt: row.refund.createdAt.toISOString() },
    waiting: row.waiting === null ? null : presentWaitingRefund(row.waiting),
    disputed: row.disputed,
    takenBack: row.takenBack,
  };
}

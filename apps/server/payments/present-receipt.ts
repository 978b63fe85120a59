import type { Receipt } from '@carhouse/contract/payments';
import type { Refund } from '@carhouse/database/payments/refunds';
import { dollarsFromCents } from '@carhouse/domain/money/money';
import { sumParts } from '@carhouse/domain/payment/payment-plan';
import { sortRefunds } from '@carhouse/domain/payment/refund-rules';
import type { PaidBooking } from './show-receipt.ts';

/**
 * Returns the receipt of a paid order, with the names of users but without their e-mail addresses, and with the
 * card's brand and last four digits, if the order was paid by card.
 */
export function presentReceipt({ booking, payment, charges, reservation, bankPart }: PaidBooking): Receipt {
  const { snapshot } = booking;
  const refunds = charges.flatMap(({ refund }) => refund ?? []);
  return {
    number: formatReceiptNumber(payment.receiptNumber),
    bookingId: booking.id,
    paymentId: payment.id,
    transactionId: payment.intentId,
    bookedAt: booking.createdAt.toISOString(),
    paidAt: payment.paidAt.toISOString(),
    buyerName: snapshot.buyerName,
    sellerName: snapshot.sellerName,
    productCategory: snapshot.brand,
    productModel: snapshot.title,
    location: snapshot.location,
    amount: dollarsFromCents(
      sumParts([...charges.map((charge) => charge.payment), ...(bankPart === null ? [] : [bankPart])]),
    ),
    currency: payment.currency.toUpperCase(),
    method: payment.method,
    card: payment.card,
    parts: charges.length < 2 && bankPart === null ? [] : charges.map(presentCharge),
    bankPart: bankPart && {
      amount: dollarsFromCents(bankPart.amount),
      bank: bankPart.bank,
      reference: bankPart.buyerReference,
      confirmedAt: bankPart.confirmedAt?.toISOString() ?? null,
      state: bankPart.state,
    },
    deposit: reservation && {
      amount: dollarsFromCents(reservation.deposit),
      rule: { version: reservation.rule.version, text: reservation.rule.text },
    },
    refund: presentRefund(refunds),
  };
}

function presentCharge({ payment, refund }: PaidBooking['charges'][number], index: number): Receipt['parts'][number] {
  return {
    number: index + 1,
    amount: dollarsFromCents(payment.amount),
    paidAt: payment.paidAt.toISOString(),
    method: payment.method,
    card: payment.card,
    transactionId: payment.intentId,
    refund: refund?.state ?? null,
  };
}

/** Returns the refunds of an order as one refund, which is complete when every refund of the order is complete. */
function presentRefund(refunds: readonly Refund[]): Receipt['refund'] {
  const [refund] = sortRefunds(refunds);
  if (refund === undefined) return null;
  const completedTimes = refunds
    .filter(({ state }) => state === 'succeeded')
    .map(({ updatedAt }) => updatedAt.getTime());
  return {
    state: refund.state,
    amount: dollarsFromCents(sumParts(refunds)),
    reason: refund.reason,
    orderedAt: refund.createdAt.toISOString(),
    completedAt: refund.state === 'succeeded' ? new Date(Math.max(...completedTimes)).toISOString() : null,
  };
}

/** Formats a receipt number, such as `CH-00000042`. */
export function formatReceiptNumber(number: bigint): string {
  return `CH-${number.toString().padStart(8, '0')}`;
}

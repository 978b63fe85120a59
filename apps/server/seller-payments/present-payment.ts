import type { ListedSellerPayment, MyPaymentTotals, SellerPayment } from '@carhouse/contract/seller-payments';
import type { SellerPaymentTotals } from '@carhouse/database/seller-payments/payment-lists';
import { cents, dollarsFromCents } from '@carhouse/domain/money/money';
import { computeSellerShare } from '@carhouse/domain/sale/sale';
import { isRetryable, type PaymentStanding } from '@carhouse/domain/seller-payment/payment-standing';
import type { PaymentWithStanding } from './list-payments.ts';

/** Returns a payment as its seller sees it. */
export function presentPayment(payment: PaymentWithStanding): SellerPayment {
  return {
    _id: payment.id,
    productCategory: payment.brand,
    productModel: payment.title,
    productImg: payment.image ?? '',
    productImgSize: payment.imageSize,
    kind: payment.kind,
    state: payment.saleState,
    price: dollarsFromCents(payment.price),
    bankPart: dollarsFromCents(payment.bankPart),
    fee: dollarsFromCents(payment.fee),
    gst: dollarsFromCents(payment.gst),
    netted: payment.netted === null ? null : dollarsFromCents(payment.netted),
    debtRefund: payment.debtRefund === null ? null : dollarsFromCents(payment.debtRefund),
    amount: dollarsFromCents(payment.debtRefund ?? cents(computeSellerShare(payment) - (payment.netted ?? 0n))),
    paidAt: payment.paidAt.toISOString(),
    handedOverAt: payment.handedOverAt?.toISOString() ?? null,
    paidOutAt: payment.paidOutAt?.toISOString() ?? null,
    standing: presentStanding(payment.standing),
  };
}

/** Returns a payment as admins see it. */
export function presentListedPayment(payment: PaymentWithStanding): ListedSellerPayment {
  return {
    ...presentPayment(payment),
    seller: { _id: payment.sellerId, name: payment.sellerName },
    retryable: isRetryable(payment.standing),
  };
}

export function presentStanding({ reason, at, code }: PaymentStanding): SellerPayment['standing'] {
  return { reason, at: at?.toISOString() ?? null, code };
}

/** @param firstMonth the first month for which the seller has a statement. */
export function presentTotals(totals: SellerPaymentTotals, firstMonth: string | null): MyPaymentTotals {
  const presentGroupTotal = ({ count, amount }: SellerPaymentTotals['owed']) => ({
    count,
    amount: dollarsFromCents(amount),
  });
  return {
    returned: presentGroupTotal(totals.returned),
    owed: presentGroupTotal(totals.owed),
    'on-its-way': presentGroupTotal(totals['on-its-way']),
    paid: presentGroupTotal(totals.paid),
    debt: dollarsFromCents(totals.debt),
    firstMonth,
  };
}

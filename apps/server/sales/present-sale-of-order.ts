import type { OrderPage } from '@carhouse/contract/orders';
import { dollarsFromCents } from '@carhouse/domain/money/money';
import { computeSellerShare } from '@carhouse/domain/sale/sale';
import type { SaleWithComplaints } from '../bookings/show-order-page.ts';
import type { PaymentWithStanding } from '../seller-payments/list-payments.ts';
import { presentStanding } from '../seller-payments/present-payment.ts';
import { presentComplaint } from './present-complaint.ts';

/**
 * Returns the sale of an order as the page of the order shows it. The result for a buyer leaves out the seller's fee
 * and payout.
 */
export function presentSaleOfOrder(
  sale: SaleWithComplaints,
  side: OrderPage['side'],
  payment: PaymentWithStanding | null,
): NonNullable<OrderPage['sale']> {
  return {
    kind: sale.kind,
    state: sale.state,
    handedOverAt: sale.handedOverAt?.toISOString() ?? null,
    confirmBy: sale.confirmBy?.toISOString() ?? null,
    confirmedAt: sale.confirmedAt?.toISOString() ?? null,
    money:
      side === 'buyer' || payment === null
        ? null
        : {
            fee: dollarsFromCents(sale.fee),
            gst: dollarsFromCents(sale.gst),
            share: dollarsFromCents(computeSellerShare(sale)),
            netted: sale.netted === null ? null : dollarsFromCents(sale.netted),
            debtRefund: sale.debtRefund === null ? null : dollarsFromCents(sale.debtRefund),
            standing: presentStanding(payment.standing),
            paidOutAt: payment.paidOutAt?.toISOString() ?? null,
          },
    disputed: sale.isDisputed,
    takenBack: sale.isMoneyTakenBack,
    complaints: sale.complaints.map(presentComplaint),
  };
}

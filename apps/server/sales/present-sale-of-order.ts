import type { OrderPage } from '@carhouse/contract/orders';
import { dollarsFromCents } from '@carhouse/domain/money/money';
import { computeSellerShare } from '@carhouse/domain/sale/sale';
import type { SaleWithComplaints } from '../bookings/show-order-page.ts';
import type { StandingPayment } from '../seller-payments/list-payments.ts';
import { presentStanding } from '../seller-payments/present-payment.ts';
import { presentComplaint } from './present-complaint.ts';

/** Returns the sale of an order for its page. A buyer does not read what the seller pays and is paid. */
export function presentSaleOfOrder(
  sale: SaleWithComplaints,
  side: OrderPage['side'],
  payment: StandingPayment | null,
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
    takenBack: sale.isTakenBack,
    complaints: sale.complaints.map(presentComplaint),
  };
}

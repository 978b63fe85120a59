import type { OrderPage } from '@carhouse/contract/orders';
import { findSaleStage, type SaleStage } from '@carhouse/domain/sale/sale-stage';
import { Check, LockKeyhole, Snowflake } from 'lucide-react';
import type { ReactElement } from 'react';
import { bankPartMessages } from '#messages/bank-parts';
import { orderSaleMessages } from '#messages/order-sale';
import { sellerPaymentMessages } from '#messages/seller-payments';
import { Badge } from '../../ui/badge.tsx';
import { FactLines } from '../../ui/fact-lines.tsx';
import { formatMoneyWithCents } from '../../ui/format.ts';
import { formatDate } from '../../ui/format-date.ts';
import { computeRemainingPrice, sumParts } from '../payments/price-parts.ts';
import { describePaymentStanding, makePaymentBadge } from '../payouts/payment-words.ts';
import { OrderPanel } from './order-panel.tsx';
import { findPartyName } from './order-sides.ts';
import styles from './sale-panels.module.css';

const t = orderSaleMessages.money;

/**
 * What Car House owes the seller for the order, and what Car House keeps of the price, for the seller and admins. After
 * a refund nothing is owed, so there is no panel.
 */
export function SaleMoney({ order }: { order: OrderPage }): ReactElement | null {
  const { sale, side } = order;
  if (sale === null || sale.money === null || sale.state === 'refunded') return null;
  const { fee, gst, share } = sale.money;
  const isOwn = side === 'seller';
  const isDeposit = sale.kind === 'deposit';
  const bankDollars = order.bankPart?.confirmedAt == null ? 0 : order.bankPart.amount;
  const paidHereDollars = computeRemainingPrice(order.resellPrice, bankDollars);
  // A fee on the whole price may be more than the sum that was paid here; the seller then owes the remaining part of
  // the fee.
  const feeShortfallDollars = computeRemainingPrice(
    sumParts([{ amount: fee }, { amount: gst }, { amount: share }]),
    paidHereDollars,
  );
  return (
    <OrderPanel title={t.title} aside={isDeposit ? undefined : <MoneyBadge stage={findSaleStage(order.sale)} />}>
      <div className={styles.pair}>
        <div>
          <h3 className={styles.subheading}>{isOwn ? t.gets.own : t.gets.other(findPartyName(order, 'seller'))}</h3>
          <FactLines
            lines={[
              ...(isDeposit
                ? [{ name: t.forfeit, value: formatMoneyWithCents(share) }]
                : [
                    { name: t.price, value: formatMoneyWithCents(order.resellPrice) },
                    ...(bankDollars === 0
                      ? []
                      : [{ name: bankPartMessages.plan.line, value: formatMoneyWithCents(-bankDollars) }]),
                    { name: t.fee, value: formatMoneyWithCents(-fee) },
                    { name: t.gst, value: formatMoneyWithCents(-gst) },
                    ...(feeShortfallDollars > 0
                      ? [{ name: bankPartMessages.plan.shortfall, value: formatMoneyWithCents(feeShortfallDollars) }]
                      : []),
                  ]),
              { name: isOwn ? t.share.own : t.share.other, value: formatMoneyWithCents(share), isSum: true },
            ]}
          />
        </div>
        <MoneyStanding sale={sale.money} side={isOwn ? 'seller' : 'admin'} />
      </div>
    </OrderPanel>
  );
}

type MoneyOfSale = NonNullable<NonNullable<OrderPage['sale']>['money']>;

/** Where the money of the sale is, and why it waits. */
function MoneyStanding({ sale, side }: { sale: MoneyOfSale; side: 'seller' | 'admin' }): ReactElement {
  const { netted, debtRefund, standing, paidOutAt } = sale;
  const badge = makePaymentBadge(standing, side);
  const { onOrder } = sellerPaymentMessages;
  return (
    <div className={styles.standing}>
      <h3 className={styles.subheading}>{onOrder.title}</h3>
      <Badge kind={badge.kind} icon={badge.icon}>
        {badge.text}
      </Badge>
      <p className="num">
        {describePaymentStanding(standing, side)}
        {paidOutAt === null ? null : ` ${formatDate(paidOutAt)}.`}
        {debtRefund === null ? null : ` ${onOrder.debtRefund(formatMoneyWithCents(debtRefund))}`}
        {netted === null || netted === 0 ? null : ` ${onOrder.debt(formatMoneyWithCents(netted))}`}
      </p>
    </div>
  );
}

function MoneyBadge({ stage }: { stage: SaleStage | null }): ReactElement {
  switch (stage) {
    case 'frozen':
    case 'disputed':
      return (
        <Badge kind="stop" icon={Snowflake}>
          {t.states.frozen}
        </Badge>
      );
    case 'confirmed':
      return (
        <Badge kind="ok" icon={Check}>
          {t.states.confirmed}
        </Badge>
      );
    default:
      return (
        <Badge kind="wait" icon={LockKeyhole}>
          {t.states.held}
        </Badge>
      );
  }
}

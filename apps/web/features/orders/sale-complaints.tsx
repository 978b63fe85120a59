import type { ComplaintAnswer } from '@carhouse/contract/complaints';
import type { OrderPage } from '@carhouse/contract/orders';
import { Snowflake } from 'lucide-react';
import type { ReactElement } from 'react';
import { orderSaleMessages } from '#messages/order-sale';
import { Badge } from '../../ui/badge.tsx';
import { formatDateTime } from '../../ui/format-date.ts';
import { DecideComplaint } from './decide-complaint.tsx';
import { OrderPanel } from './order-panel.tsx';
import { findPartyName, type Side } from './order-sides.ts';
import styles from './sale-panels.module.css';
import { listSaleEvents } from './sale-stage.ts';
import { UndoSale } from './undo-sale.tsx';

const t = orderSaleMessages.complaint;

/** A panel for each complaint about the sale of an order, newest first. */
export function SaleComplaints({ order }: { order: OrderPage }): ReactElement {
  const complaints = order.sale?.complaints ?? [];
  return (
    <>
      <LostDisputePanel order={order} />
      {complaints.toReversed().map((complaint) => (
        <ComplaintPanel key={complaint._id} order={order} complaint={complaint} />
      ))}
    </>
  );
}

/** Lets an admin undo a sale whose buyer got the money back by a lost dispute, unless a complaint freezes the sale. */
function LostDisputePanel({ order }: { order: OrderPage }): ReactElement | null {
  const isFrozen = order.sale?.complaints.some(({ outcome }) => outcome === null) === true;
  if (order.sale?.takenBack !== true || isFrozen || !listSaleEvents(order, order.side).includes('refund')) return null;
  return (
    <OrderPanel title={t.lostDispute}>
      <p className={styles.ground}>{t.lostDisputeText}</p>
      <div className={styles.actions}>
        <UndoSale order={order} />
      </div>
    </OrderPanel>
  );
}

function ComplaintPanel({ order, complaint }: { order: OrderPage; complaint: ComplaintAnswer }): ReactElement {
  const { ground, outcome, openedAt, decidedAt } = complaint;
  const isOpen = outcome === null;
  return (
    <OrderPanel title={t.title} aside={<OutcomeBadge complaint={complaint} />}>
      <p className={styles.ground}>{orderSaleMessages.groundTitles[ground]}</p>
      <p className={`${styles.when} num`}>
        {decidedAt === null
          ? t.since(formatDateTime(openedAt))
          : t.closed(formatDateTime(openedAt), formatDateTime(decidedAt))}
      </p>
      <dl className={styles.words}>
        {ground === 'dispute' ? null : (
          <div>
            <dt>{makeStatementTitle(order, 'buyer')}</dt>
            <dd>{complaint.buyerText ?? t.noBuyerText}</dd>
          </div>
        )}
        <div>
          <dt>{makeStatementTitle(order, 'seller')}</dt>
          <dd>{complaint.sellerText ?? (isOpen ? t.noSellerText : t.noSellerTextClosed)}</dd>
        </div>
        {outcome === null ? null : (
          <div>
            <dt>{t.outcome}</dt>
            <dd>{complaint.isWithdrawn ? t.withdrawn : t.outcomes[outcome]}</dd>
          </div>
        )}
        {complaint.decision === null ? null : (
          <div>
            <dt>{t.reason}</dt>
            <dd>{complaint.decision}</dd>
          </div>
        )}
      </dl>
      {isOpen && listSaleEvents(order, order.side).includes('release') ? <DecideComplaint order={order} /> : null}
    </OrderPanel>
  );
}

function OutcomeBadge({ complaint }: { complaint: ComplaintAnswer }): ReactElement {
  const { outcome } = complaint;
  if (outcome === null) {
    return (
      <Badge kind="stop" icon={Snowflake}>
        {t.open}
      </Badge>
    );
  }
  return <Badge>{complaint.isWithdrawn ? t.withdrawnBadge : t.badges[outcome]}</Badge>;
}

function makeStatementTitle(order: OrderPage, side: Side): string {
  return order.side === side ? t.says[side].own : t.says[side].other(findPartyName(order, side));
}

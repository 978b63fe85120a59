import type { Order } from '@carhouse/contract/bookings';
import { texts } from '@carhouse/contract/texts';
import { Link } from '@tanstack/react-router';
import { Ban, Check, RotateCcw } from 'lucide-react';
import type { ReactElement } from 'react';
import { money } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';
import { brandName } from '../listings/brand-facts.ts';
import { CancelOrder } from './cancel-order.tsx';

/** One order: what, when, from whom, and what there is to do about it. */
export function OrderCard({ order }: { order: Order }): ReactElement {
  return (
    <article className="order" aria-label={`${brandName(order.productCategory)} ${order.productModel}`}>
      <div className="pic">
        <Picture url={order.productImg} size={order.productImgSize} alt="" sizes="(min-width: 64rem) 15rem, 9rem" />
      </div>
      <div className="order__what">
        <h2>{order.productModel}</h2>
        <p className="order__m">
          {brandName(order.productCategory)}, {order.sellerLocation}
        </p>
        <dl>
          <Fact name="Meeting date">{order.meetingDate}</Fact>
          <Fact name="Your number">{order.buyerNumber}</Fact>
          <Fact name="Seller">{order.sellerName}</Fact>
          <div>
            <dt>Booked</dt>
            <dd className="num stamp">{order.time}</dd>
          </div>
        </dl>
      </div>
      <div className="order__end">
        {order.resellPrice > 0 ? <p className="order__p num">{money(order.resellPrice)}</p> : null}
        <OrderEnd order={order} />
      </div>
    </article>
  );
}

function OrderEnd({ order }: { order: Order }): ReactElement {
  if (order.status === 'refunded') {
    return (
      <>
        <Badge icon={RotateCcw}>Refunded</Badge>
        <p>{order.closeReason ?? 'The car was sold to another buyer. Your card is refunded in full.'}</p>
        {order.refund === null ? null : <p>{refundWords[order.refund]}</p>}
      </>
    );
  }
  if (order.paid) {
    return (
      <Badge kind="ok" icon={Check}>
        {texts.myOrders.paid}
      </Badge>
    );
  }
  if (order.status === 'cancelled') {
    return (
      <>
        <Badge kind="line" icon={Ban}>
          Cancelled
        </Badge>
        <p>{order.closeReason ?? 'This order was cancelled.'}</p>
      </>
    );
  }
  return (
    <>
      <PayEnd order={order} />
      <CancelOrder order={order} />
    </>
  );
}

/** How far the money has come. */
const refundWords: Readonly<Record<NonNullable<Order['refund']>, string>> = {
  due: 'The money is on its way back to your card.',
  pending: 'Your bank is taking the money back.',
  succeeded: 'The money has gone back to your card. Banks take up to ten days to show it.',
  failed: 'Your bank did not take the money back. We will write to you.',
  void: 'Your card was not charged, or your bank has given the money back.',
};

/** How an open order is paid. */
function PayEnd({ order }: { order: Order }): ReactElement {
  if (order.resellPrice <= 0) return <p>No price yet. Ask {order.sellerName}.</p>;
  if (!order.payableByCard) {
    return (
      <p>
        Cards take at most $999,999.99. Arrange this payment with {order.sellerName}:{' '}
        <a href={`mailto:${order.sellerEmail}`}>{order.sellerEmail}</a>
      </p>
    );
  }
  return (
    <Link
      to="/dashboard/myOrders/$id"
      params={{ id: order._id }}
      className={buttonClass({ kind: 'primary' })}
      aria-label={`${texts.myOrders.pay} ${money(order.resellPrice)} for ${order.productModel}`}
    >
      {texts.myOrders.pay}
    </Link>
  );
}

function Fact({ name, children }: { name: string; children: string }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{children === '' ? '–' : children}</dd>
    </div>
  );
}

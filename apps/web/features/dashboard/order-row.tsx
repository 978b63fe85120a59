import type { ShortBooking } from '@carhouse/contract/overview';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { ResponsiveImage } from '../../ui/responsive-image.tsx';
import { NextStepLine } from '../orders/next-step-line.tsx';
import type { Side } from '../orders/order-sides.ts';

type OrderRowProps = {
  readonly order: ShortBooking;
  readonly side: Side;
  /** A line between the title of the car and the next step. */
  readonly detail?: ReactNode;
  /** The content at the end of the row, such as the price. */
  readonly children: ReactNode;
};

/**
 * A row of a list of orders on the dashboard: the car, what the user does next, and the content at the end of the row.
 */
export function OrderRow({ order, side, detail, children }: OrderRowProps): ReactElement {
  return (
    <li>
      <span className="thumb">
        <ResponsiveImage url={order.image} size={order.imageSize} alt="" sizes="72px" />
      </span>
      <div className="rows__main">
        <b>
          <Link className="link" to="/orders/$id" params={{ id: order._id }}>
            {order.title}
          </Link>
        </b>
        {detail}
        <NextStepLine order={order} side={side} car={order.title} />
      </div>
      {children}
    </li>
  );
}

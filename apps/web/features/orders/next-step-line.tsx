import { Link } from '@tanstack/react-router';
import { Snowflake } from 'lucide-react';
import type { ReactElement } from 'react';
import { orderPageMessages } from '#messages/order-page';
import { orderSaleMessages } from '#messages/order-sale';
import { useBusinessMode } from '../../app/business-mode.ts';
import { Badge } from '../../ui/badge.tsx';
import styles from './next-step-line.module.css';
import { findInstructions, hasOpenComplaint, isOrderUnderWay, type NextStepFacts } from './next-step-words.ts';
import type { Side } from './order-sides.ts';

type NextStepLineProps = {
  readonly order: NextStepFacts & { readonly _id: string };
  readonly side: Side;
  /** The name of the car, for the accessible name of the link. */
  readonly car: string;
};

/**
 * What the buyer or the seller who reads the list does next for an order. The text links to the page of the
 * order. Renders nothing when nothing is left to do.
 */
export function NextStepLine({ order, side, car }: NextStepLineProps): ReactElement | null {
  const businessMode = useBusinessMode();
  if (!isOrderUnderWay(order)) return null;
  const { title } = findInstructions(order, side, businessMode);
  return (
    <span className={styles.nextStep}>
      {orderPageMessages.nextInList}{' '}
      <Link
        className={styles.link}
        to="/orders/$id"
        params={{ id: order._id }}
        aria-label={orderPageMessages.nextOf(title, car)}
      >
        {title}
      </Link>
    </span>
  );
}

/** Says that a complaint about the order waits for a decision. Renders nothing when no complaint waits. */
export function ComplaintBadge({ order }: { order: Pick<NextStepFacts, 'saleStage'> }): ReactElement | null {
  if (!hasOpenComplaint(order)) return null;
  return (
    <Badge kind="stop" icon={Snowflake}>
      {orderSaleMessages.states.frozen}
    </Badge>
  );
}

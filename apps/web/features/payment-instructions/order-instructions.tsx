import type { OrderPage } from '@carhouse/contract/orders';
import { Link } from '@tanstack/react-router';
import { Landmark } from 'lucide-react';
import type { ReactElement } from 'react';
import { paymentInstructionMessages } from '#messages/payment-instructions';
import { useTakesPayments } from '../../app/business-mode.ts';
import { Callout } from '../../ui/callout.tsx';
import { OrderPanel } from '../orders/order-panel.tsx';
import { HowToPay } from './how-to-pay.tsx';
import styles from './payment-instructions.module.css';

const t = paymentInstructionMessages;

/** The panel of an open order that says how its seller wants to be paid, where buyers pay sellers directly. */
export function OrderInstructions({ order }: { order: OrderPage }): ReactElement | null {
  const takesPayments = useTakesPayments();
  // An order of which a part is paid here is not paid to the seller directly.
  if (takesPayments || order.status !== 'unpaid' || order.reservedUntil !== null) return null;
  const { side, paymentInstructions: instructions, bookedAt } = order;
  const isOwn = side === 'seller';
  return (
    <OrderPanel title={t.heading[side]}>
      {instructions === null ? (
        <p className={`muted ${styles.none}`}>{isOwn ? t.noneOwn : t.none}</p>
      ) : (
        <HowToPay instructions={instructions} isOwn={isOwn} {...(side === 'buyer' ? { bookedAt } : {})} />
      )}
      {isOwn ? (
        <Link className="link" to="/dashboard/payouts">
          {instructions === null ? t.setOwn : t.changeOwn}
        </Link>
      ) : null}
      {side === 'buyer' ? <Callout icon={Landmark}>{t.notHeld}</Callout> : null}
    </OrderPanel>
  );
}

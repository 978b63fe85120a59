import type { OrderPage } from '@carhouse/contract/orders';
import { texts } from '@carhouse/contract/texts';
import { listMarkableSteps } from '@carhouse/domain/booking/order-lifecycle';
import { takesPayments } from '@carhouse/domain/payment/business-mode';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { bankPartMessages } from '#messages/bank-parts';
import { orderPageMessages } from '#messages/order-page';
import { orderSaleMessages } from '#messages/order-sale';
import { paymentMessages } from '#messages/payment';
import { useBusinessMode } from '../../app/business-mode.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { makeButtonClass } from '../../ui/button.tsx';
import { formatMoney } from '../../ui/format.ts';
import { formatDateTime } from '../../ui/format-date.ts';
import { isTurnInBankPart } from '../bank-parts/bank-part-turn.ts';
import { MarkStep } from './mark-step.tsx';
import {
  collectNextStepFacts,
  findInstructions,
  findTextsAboutParty,
  isOrderUnderWay,
  type StepWords,
} from './next-step-words.ts';
import styles from './order-page.module.css';
import { findOtherSide, nameParty, type Side } from './order-sides.ts';
import { SaleActions } from './sale-actions.tsx';
import { listSaleEvents } from './sale-stage.ts';
import { UndoPayment } from './undo-payment.tsx';

const t = orderPageMessages;
/**
 * The page of the Land Transport Authority (LTA) about a transfer of ownership. The rules and fees of the LTA change,
 * so the site links to the page and does not repeat its content.
 */
const ltaPage = 'https://onemotoring.lta.gov.sg/content/onemotoring/home/selling-deregistering/transfer-ownership.html';

/**
 * The panel that says what the buyer and the seller do next. The reader's part comes first and has buttons; the other
 * side's part has none. An admin sees both parts without buttons.
 */
export function NextStep({ order, cancelButton }: { order: OrderPage; cancelButton: ReactNode }): ReactElement {
  const { side } = order;
  const businessMode = useBusinessMode();
  const facts = collectNextStepFacts(order);
  if (side === 'admin') {
    return (
      <section className={`panel ${styles.next}`} aria-label={t.nextStep}>
        <NextStepColumn
          sideName={nameParty(order, 'buyer')}
          label={t.roles.buyer}
          stepWords={findTextsAboutParty(facts, 'buyer', businessMode, side)}
        />
        <NextStepColumn
          sideName={nameParty(order, 'seller')}
          label={t.roles.seller}
          stepWords={findTextsAboutParty(facts, 'seller', businessMode, side)}
          note={<ConfirmationDeadline order={order} />}
        />
      </section>
    );
  }
  const otherParty = findOtherSide(side);
  const isUnderWay = isOrderUnderWay(facts);
  const mustOpenGetPaid = facts.payoutObstacle !== undefined && facts.bankReturn === null;
  return (
    <section className={`panel ${styles.next}`} aria-label={t.nextStep}>
      <NextStepColumn
        sideName={nameParty(order, side)}
        label={isUnderWay || mustOpenGetPaid ? t.yourNextStep : t.you}
        stepWords={findInstructions(facts, side, businessMode)}
        note={
          <>
            {isUnderWay && side === 'seller' && order.seller.number === '' ? <MissingPhoneNumber /> : null}
            <HeldMoney order={order} />
            <ConfirmationDeadline order={order} />
          </>
        }
      >
        <NextStepActions order={order} side={side} />
        <SaleActions order={order} side={side} />
        <UndoPayment order={order} />
        {mustOpenGetPaid ? (
          <Link to="/dashboard/payouts" className={makeButtonClass({ kind: 'primary', isLarge: true })}>
            {orderSaleMessages.openGetPaid}
          </Link>
        ) : null}
        {cancelButton}
      </NextStepColumn>
      <NextStepColumn
        sideName={nameParty(order, otherParty)}
        label={nameParty(order, otherParty)}
        stepWords={findTextsAboutParty(facts, otherParty, businessMode, side)}
      />
    </section>
  );
}

type NextStepColumnProps = {
  readonly sideName: string;
  readonly label: string;
  readonly stepWords: StepWords;
  readonly note?: ReactNode;
  readonly children?: ReactNode;
};

function NextStepColumn(props: NextStepColumnProps): ReactElement {
  return (
    <div>
      <p className={styles.nextWho}>
        <Avatar name={props.sideName} size="sm" />
        <span>{props.label}</span>
      </p>
      <h2>{props.stepWords.title}</h2>
      <p className={styles.nextText}>{props.stepWords.text}</p>
      {props.note}
      {props.children === undefined ? null : <div className={styles.nextActs}>{props.children}</div>}
    </div>
  );
}

/** Tells the buyer who holds the money until the car is handed over. */
function HeldMoney({ order: { bankPart, sale, side } }: { order: OrderPage }): ReactElement | null {
  if (side !== 'buyer' || sale?.kind !== 'car' || sale.state !== 'paid') return null;
  const { held } = paymentMessages;
  return <p className={styles.nextText}>{bankPart === null ? held : `${held} ${bankPartMessages.plan.notHeld}`}</p>;
}

/** Says when a sale that is handed over counts as confirmed without the buyer's word. */
function ConfirmationDeadline({ order: { sale, side } }: { order: OrderPage }): ReactElement | null {
  if (sale?.state !== 'handed-over' || sale.confirmBy === null) return null;
  const text = orderSaleMessages.confirmBy[side === 'buyer' ? 'buyer' : 'other'](formatDateTime(sale.confirmBy));
  return <p className={styles.nextText}>{text}</p>;
}

/** Tells a seller without a telephone number that the buyer cannot call them. */
function MissingPhoneNumber(): ReactElement {
  return (
    <p className={styles.nextText}>
      {t.noOwnNumber} <Link to="/dashboard/myprofile">{t.addNumber}</Link>
    </p>
  );
}

/**
 * The buttons of the buyer or the seller for the steps of the order. The lifecycle of the order decides which steps
 * this side may mark in this business mode; the hand-over must also be possible in the lifecycle of the sale, and an order of
 * which a part is paid here is not paid directly. The first button is for the next step.
 */
function NextStepActions({ order, side }: { order: OrderPage; side: Side }): ReactElement {
  const businessMode = useBusinessMode();
  const mayHandOver = order.sale === null || listSaleEvents(order, side).includes('hand-over');
  const mayMarkPaid = order.reservedUntil === null;
  const steps = listMarkableSteps(order.state, side, businessMode).filter(
    (step) => (step !== 'handed-over' || mayHandOver) && (step !== 'paid-outside' || mayMarkPaid),
  );
  const isBankTurn = isTurnInBankPart(order);
  const mayPay = takesPayments(businessMode) && side === 'buyer' && order.status === 'unpaid' && order.payableByCard;
  return (
    <>
      {steps.map((step, index) => (
        <MarkStep
          key={step}
          orderId={order._id}
          step={step}
          side={side}
          isPrimary={index === 0 && order.sale?.state !== 'frozen' && !isBankTurn}
        />
      ))}
      {mayPay ? (
        <Link
          to="/dashboard/myOrders/$id"
          params={{ id: order._id }}
          className={makeButtonClass({ kind: steps.length === 0 && !isBankTurn ? 'primary' : 'plain', isLarge: true })}
        >
          {isPaidInParts(order)
            ? bankPartMessages.plan.toPay
            : t.pay(texts.payment.pay, formatMoney(computeAmountToPay(order)))}
        </Link>
      ) : null}
      {order.state === 'paid' ? (
        <a
          className={makeButtonClass({ kind: 'quiet', isLarge: true })}
          href={ltaPage}
          target="_blank"
          rel="noreferrer"
        >
          {t.lta}
        </a>
      ) : null}
    </>
  );
}

/** Whether the price is paid in several parts, so that no single amount is next. A reservation has two parts. */
function isPaidInParts({ bankPart, inParts, reservation }: OrderPage): boolean {
  return bankPart !== null || (inParts && reservation === null);
}

/** What the buyer pays next, in dollars: first the deposit of a reservation, then the remaining price. */
function computeAmountToPay({ reservation, resellPrice }: OrderPage): number {
  if (reservation?.state === 'started') return reservation.deposit;
  return reservation?.state === 'active' ? reservation.rest : resellPrice;
}

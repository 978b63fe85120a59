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
import { isNextActionInBankPart } from '../bank-parts/bank-part-turn.ts';
import { MarkStepButton } from './mark-step.tsx';
import {
  collectNextStepFacts,
  findInstructions,
  findTextsAboutParty,
  isOrderUnderWay,
  type StepTexts,
} from './next-step-words.ts';
import styles from './order-page.module.css';
import { findOtherSide, findPartyName, type Side } from './order-sides.ts';
import { SaleActions } from './sale-actions.tsx';
import { listSaleEvents } from './sale-stage.ts';
import { UndoPaymentMarkButton } from './undo-payment.tsx';

const t = orderPageMessages;
/**
 * The page of the Land Transport Authority (LTA) about a transfer of ownership. The rules and fees of the Land
 * Transport Authority (LTA) change, so the site links to its page and does not repeat the content.
 */
const ltaPageUrl =
  'https://onemotoring.lta.gov.sg/content/onemotoring/home/selling-deregistering/transfer-ownership.html';

/**
 * The panel that says what the buyer and the seller do next. The column of the reader comes first and has buttons; the
 * column of the other party has no buttons. An admin sees both columns without buttons.
 */
export function NextStep({ order, cancelButton }: { order: OrderPage; cancelButton: ReactNode }): ReactElement {
  const { side } = order;
  const businessMode = useBusinessMode();
  const facts = collectNextStepFacts(order);
  if (side === 'admin') {
    return (
      <section className={`panel ${styles.next}`} aria-label={t.nextStep}>
        <NextStepColumn
          partyName={findPartyName(order, 'buyer')}
          label={t.roles.buyer}
          stepTexts={findTextsAboutParty(facts, 'buyer', businessMode, side)}
        />
        <NextStepColumn
          partyName={findPartyName(order, 'seller')}
          label={t.roles.seller}
          stepTexts={findTextsAboutParty(facts, 'seller', businessMode, side)}
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
        partyName={findPartyName(order, side)}
        label={isUnderWay || mustOpenGetPaid ? t.yourNextStep : t.you}
        stepTexts={findInstructions(facts, side, businessMode)}
        note={
          <>
            {isUnderWay && side === 'seller' && order.seller.number === '' ? <MissingPhoneNumber /> : null}
            <HeldMoneyNote order={order} />
            <ConfirmationDeadline order={order} />
          </>
        }
      >
        <NextStepActions order={order} side={side} />
        <SaleActions order={order} side={side} />
        <UndoPaymentMarkButton order={order} />
        {mustOpenGetPaid ? (
          <Link to="/dashboard/payouts" className={makeButtonClass({ kind: 'primary', isLarge: true })}>
            {orderSaleMessages.openGetPaid}
          </Link>
        ) : null}
        {cancelButton}
      </NextStepColumn>
      <NextStepColumn
        partyName={findPartyName(order, otherParty)}
        label={findPartyName(order, otherParty)}
        stepTexts={findTextsAboutParty(facts, otherParty, businessMode, side)}
      />
    </section>
  );
}

type NextStepColumnProps = {
  readonly partyName: string;
  readonly label: string;
  readonly stepTexts: StepTexts;
  readonly note?: ReactNode;
  readonly children?: ReactNode;
};

function NextStepColumn(props: NextStepColumnProps): ReactElement {
  return (
    <div>
      <p className={styles.nextWho}>
        <Avatar name={props.partyName} size="sm" />
        <span>{props.label}</span>
      </p>
      <h2>{props.stepTexts.title}</h2>
      <p className={styles.nextText}>{props.stepTexts.text}</p>
      {props.note}
      {props.children === undefined ? null : <div className={styles.nextActs}>{props.children}</div>}
    </div>
  );
}

/** Tells the buyer who holds the money until the car is handed over. */
function HeldMoneyNote({ order: { bankPart, sale, side } }: { order: OrderPage }): ReactElement | null {
  if (side !== 'buyer' || sale?.kind !== 'car' || sale.state !== 'paid') return null;
  const { held } = paymentMessages;
  return <p className={styles.nextText}>{bankPart === null ? held : `${held} ${bankPartMessages.plan.notHeld}`}</p>;
}

/** Says when a sale counts as confirmed without the buyer's word, after the hand-over of the car. */
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
 * this party may mark in this business mode. The hand-over must also be possible in the lifecycle of the sale. An order
 * of which a part is paid here cannot be marked as paid directly. The first button is for the next step.
 */
function NextStepActions({ order, side }: { order: OrderPage; side: Side }): ReactElement {
  const businessMode = useBusinessMode();
  const mayHandOver = order.sale === null || listSaleEvents(order, side).includes('hand-over');
  const mayMarkPaid = order.reservedUntil === null;
  const steps = listMarkableSteps(order.state, side, businessMode).filter(
    (step) => (step !== 'handed-over' || mayHandOver) && (step !== 'paid-outside' || mayMarkPaid),
  );
  const isBankPartNext = isNextActionInBankPart(order);
  const mayPay = takesPayments(businessMode) && side === 'buyer' && order.status === 'unpaid' && order.payableByCard;
  return (
    <>
      {steps.map((step, index) => (
        <MarkStepButton
          key={step}
          orderId={order._id}
          step={step}
          side={side}
          isPrimary={index === 0 && order.sale?.state !== 'frozen' && !isBankPartNext}
        />
      ))}
      {mayPay ? (
        <Link
          to="/dashboard/myOrders/$id"
          params={{ id: order._id }}
          className={makeButtonClass({
            kind: steps.length === 0 && !isBankPartNext ? 'primary' : 'plain',
            isLarge: true,
          })}
        >
          {isPaidInParts(order)
            ? bankPartMessages.plan.toPay
            : t.pay(texts.payment.pay, formatMoney(computeAmountToPay(order)))}
        </Link>
      ) : null}
      {order.state === 'paid' ? (
        <a
          className={makeButtonClass({ kind: 'quiet', isLarge: true })}
          href={ltaPageUrl}
          target="_blank"
          rel="noreferrer"
        >
          {t.lta}
        </a>
      ) : null}
    </>
  );
}

/**
 * Whether the price is paid in several parts, so that no single amount is next. The price of a reserved car is paid in
 * two parts.
 */
function isPaidInParts({ bankPart, inParts, reservation }: OrderPage): boolean {
  return bankPart !== null || (inParts && reservation === null);
}

/** What the buyer pays next, in dollars: first the deposit of a reservation, then the remaining price. */
function computeAmountToPay({ reservation, resellPrice }: OrderPage): number {
  if (reservation?.state === 'started') return reservation.deposit;
  return reservation?.state === 'active' ? reservation.rest : resellPrice;
}

import type { OrderPage } from '@carhouse/contract/orders';
import { texts } from '@carhouse/contract/texts';
import { eventOfStep, type MarkedStep, markedSteps, orderLifecycle } from '@carhouse/domain/booking/order-lifecycle';
import { listPossibleEvents } from '@carhouse/domain/lifecycle/lifecycle';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { orderPageMessages } from '#messages/order-page';
import { Avatar } from '../../ui/avatar.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { money } from '../../ui/format.ts';
import { MarkStep } from './mark-step.tsx';
import styles from './order-page.module.css';
import { nameOf, otherSide, type Side } from './order-sides.ts';
import { isOrderInProgress } from './order-steps.ts';

const t = orderPageMessages;
/**
 * The page of the Land Transport Authority (LTA) about a transfer of ownership. Its rules and fees change, so the site
 * links to it and does not repeat them.
 */
const ltaPage = 'https://onemotoring.lta.gov.sg/content/onemotoring/home/selling-deregistering/transfer-ownership.html';

type Words = { readonly title: string; readonly text: string };

/**
 * The panel that says what the buyer and the seller do next. The reader's part comes first and has buttons; the other
 * side's part has none. An admin sees both parts without buttons.
 */
export function NextStep({ order, cancel }: { order: OrderPage; cancel: ReactNode }): ReactElement {
  const { side } = order;
  if (side === 'admin') {
    return (
      <section className={`panel ${styles.next}`} aria-label={t.nextStep}>
        <NextStepColumn who={nameOf(order, 'buyer')} label={t.roles.buyer} words={t.theirs[order.state].buyer} />
        <NextStepColumn who={nameOf(order, 'seller')} label={t.roles.seller} words={t.theirs[order.state].seller} />
      </section>
    );
  }
  const other = otherSide(side);
  const isUnderWay = isOrderInProgress(order.state);
  return (
    <section className={`panel ${styles.next}`} aria-label={t.nextStep}>
      <NextStepColumn
        who={nameOf(order, side)}
        label={isUnderWay ? t.yourNextStep : t.you}
        words={instructionsForParty(order, side)}
        note={isUnderWay && side === 'seller' && order.seller.number === '' ? <MissingPhoneNumber /> : null}
      >
        <NextStepActions order={order} side={side} />
        {cancel}
      </NextStepColumn>
      <NextStepColumn who={nameOf(order, other)} label={nameOf(order, other)} words={t.theirs[order.state][other]} />
    </section>
  );
}

function instructionsForParty(order: OrderPage, side: Side): Words {
  const waitsForPayment = order.state === 'viewed' && side === 'buyer';
  return waitsForPayment && !order.payableByCard ? t.byArrangement : t.mine[order.state][side];
}

type NextStepColumnProps = {
  readonly who: string;
  readonly label: string;
  readonly words: Words;
  readonly note?: ReactNode;
  readonly children?: ReactNode;
};

function NextStepColumn(props: NextStepColumnProps): ReactElement {
  return (
    <div>
      <p className={styles.nextWho}>
        <Avatar name={props.who} size="sm" />
        <span>{props.label}</span>
      </p>
      <h2>{props.words.title}</h2>
      <p className={styles.nextText}>{props.words.text}</p>
      {props.note}
      {props.children === undefined ? null : <div className={styles.nextActs}>{props.children}</div>}
    </div>
  );
}

/** Tells a seller without a telephone number that the buyer cannot call them. */
function MissingPhoneNumber(): ReactElement {
  return (
    <p className={styles.nextText}>
      {t.noOwnNumber}{' '}
      <Link className="link" to="/dashboard/myprofile">
        {t.addNumber}
      </Link>
    </p>
  );
}

/**
 * The buttons of the buyer or the seller. The lifecycle of the order decides which steps this side may mark. The first
 * button is for the next step.
 */
function NextStepActions({ order, side }: { order: OrderPage; side: Side }): ReactElement {
  const events = listPossibleEvents(orderLifecycle, order.state, side);
  const steps = markedSteps.filter((step: MarkedStep) => events.includes(eventOfStep[step]));
  const mayPay = side === 'buyer' && order.status === 'unpaid' && order.payableByCard;
  return (
    <>
      {steps.map((step) => (
        <MarkStep key={step} orderId={order._id} step={step} side={side} primary />
      ))}
      {mayPay ? (
        <Link
          to="/dashboard/myOrders/$id"
          params={{ id: order._id }}
          className={buttonClass({ kind: steps.length === 0 ? 'primary' : 'plain', large: true })}
        >
          {t.pay(texts.payment.pay, money(order.resellPrice))}
        </Link>
      ) : null}
      {order.state === 'paid' ? (
        <a className={buttonClass({ kind: 'quiet', large: true })} href={ltaPage} target="_blank" rel="noreferrer">
          {t.lta}
        </a>
      ) : null}
    </>
  );
}

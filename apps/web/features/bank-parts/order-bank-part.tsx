import type { BankPartAnswer } from '@carhouse/contract/bank-parts';
import type { OrderPage } from '@carhouse/contract/orders';
import type { BankPartObstacle } from '@carhouse/domain/payment/bank-part';
import { Link } from '@tanstack/react-router';
import { Ban, Check, Clock, Landmark, RotateCcw } from 'lucide-react';
import type { ReactElement } from 'react';
import { bankPartMessages } from '#messages/bank-parts';
import { Badge } from '../../ui/badge.tsx';
import { makeButtonClass } from '../../ui/button.tsx';
import { formatMoney } from '../../ui/format.ts';
import { formatDateTime } from '../../ui/format-date.ts';
import { OrderPanel } from '../orders/order-panel.tsx';
import styles from '../orders/sale-panels.module.css';
import { BankPartActions } from './bank-part-actions.tsx';
import { isMoneyReturnDenied, isNextActionInBankPart } from './bank-part-turn.ts';

const t = bankPartMessages;

/** The panel about the part of the price that a bank or a loan pays: what each side has said, and what comes next. */
export function OrderBankPart({ order }: { order: OrderPage }): ReactElement | null {
  const { bankPart: part, bankPartObstacle, side } = order;
  if (part === null) return null;
  const lines = listLines(part);
  return (
    <OrderPanel title={t.title} aside={<BankPartBadge state={part.state} />}>
      <p className={`${styles.ground} num`}>{t.pays[part.state](formatMoney(part.amount), t.receiver[side])}</p>
      <p className={styles.when}>{describeNextStep(order, part)}</p>
      {lines.length === 0 ? null : (
        <dl className={styles.words}>
          {lines.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="num">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className={styles.actions}>
        {bankPartObstacle !== null && side === 'buyer' ? (
          <ObstacleLink order={order} bankPartObstacle={bankPartObstacle} />
        ) : null}
        {bankPartObstacle !== null && part.state === 'expected' ? null : (
          <BankPartActions orderId={order._id} part={part} side={side} isPrimary={isNextActionInBankPart(order)} />
        )}
      </div>
    </OrderPanel>
  );
}

function describeNextStep({ bankPartObstacle, side }: OrderPage, part: BankPartAnswer): string {
  if (bankPartObstacle !== null) return t.obstacles[bankPartObstacle][side];
  return part.state === 'sent-back' && part.returnRecordedByMe ? t.recordedByMe : t.next[part.state][side];
}

/** A link to the page on which the buyer does what they must do before their bank pays. */
function ObstacleLink({
  order,
  bankPartObstacle,
}: {
  order: OrderPage;
  bankPartObstacle: BankPartObstacle;
}): ReactElement | null {
  // The page has only one primary button. Until the buyer has seen the car, this button is in the panel of the next
  // step.
  const className = makeButtonClass(isNextActionInBankPart(order) ? { kind: 'primary' } : {});
  switch (bankPartObstacle) {
    case 'reserve':
      return (
        <Link to="/cars/$id/reservation" params={{ id: order.productId }} className={className}>
          {t.obstacleLinks.reserve}
        </Link>
      );
    case 'deposit':
    case 'first-part':
      return (
        <Link to="/dashboard/myOrders/$id" params={{ id: order._id }} className={className}>
          {t.obstacleLinks[bankPartObstacle]}
        </Link>
      );
    case 'no-payments':
      return null;
  }
}

export function BankPartBadge({ state }: Pick<BankPartAnswer, 'state'>): ReactElement {
  switch (state) {
    case 'confirmed':
    case 'returned':
      return (
        <Badge kind="ok" icon={Check}>
          {t.states[state]}
        </Badge>
      );
    case 'closed':
      return (
        <Badge kind="line" icon={Ban}>
          {t.states[state]}
        </Badge>
      );
    case 'to-return':
    case 'sent-back':
      return (
        <Badge kind="stop" icon={RotateCcw}>
          {t.states[state]}
        </Badge>
      );
    default:
      return (
        <Badge kind="wait" icon={state === 'received' ? Landmark : Clock}>
          {t.states[state]}
        </Badge>
      );
  }
}

/** Lists the statements about the money, with their times. The list is empty before the first statement. */
function listLines(part: BankPartAnswer): readonly { readonly name: string; readonly value: string }[] {
  const { facts } = t;
  const listLineIfStated = (
    name: string,
    text: string | null,
    at: string | null,
    textWhenMissing: string = facts.gone,
  ) => (at === null ? [] : [{ name, value: facts.at(text ?? textWhenMissing, formatDateTime(at)) }]);
  return [
    ...listLineIfStated(facts.bank, part.bank, part.statedAt),
    ...listLineIfStated(facts.buyerReference, part.buyerReference, part.statedAt),
    ...listLineIfStated(facts.sellerReference, part.sellerReference, part.receivedAt, facts.noReference),
    ...listLineIfStated(facts.returnReference, part.returnReference, part.sentBackAt),
    ...(part.returnReason === null || part.sentBackAt === null
      ? []
      : [{ name: facts.at(facts.returnReason, formatDateTime(part.sentBackAt)), value: part.returnReason }]),
    ...(part.refusal === null
      ? []
      : [
          {
            name: facts.at(
              t[isMoneyReturnDenied(part) ? 'returnDenied' : 'refused'][part.refusal.by],
              formatDateTime(part.refusal.at),
            ),
            value: part.refusal.reason,
          },
        ]),
  ];
}

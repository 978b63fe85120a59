import type { BankPartAnswer } from '@carhouse/contract/bank-parts';
import type { OrderPage } from '@carhouse/contract/orders';
import { Ban, Check, Clock, Landmark, RotateCcw } from 'lucide-react';
import type { ReactElement } from 'react';
import { bankPartMessages } from '#messages/bank-parts';
import { Badge } from '../../ui/badge.tsx';
import { money } from '../../ui/format.ts';
import { dateTime } from '../../ui/format-date.ts';
import { OrderPanel } from '../orders/order-panel.tsx';
import styles from '../orders/sale-panels.module.css';
import { BankPartActions } from './bank-part-actions.tsx';
import { isReturnDenied, isTurnInBankPart } from './bank-part-turn.ts';

const t = bankPartMessages;

/** The panel about the part of the price that a bank or a loan pays: what each side has said, and what comes next. */
export function OrderBankPart({ order }: { order: OrderPage }): ReactElement | null {
  const { bankPart: part, side } = order;
  if (part === null) return null;
  // A part that the buyer never stated ends with its order.
  const isOver = part.state === 'expected' && order.status !== 'unpaid';
  const state = isOver ? 'closed' : part.state;
  const lines = linesOf(part);
  return (
    <OrderPanel title={t.title} aside={<BankPartBadge state={state} />}>
      <p className={`${styles.ground} num`}>{t.pays[state](money(part.amount))}</p>
      <p className={styles.when}>{t.next[state][side]}</p>
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
      {isOver ? null : (
        <div className={styles.actions}>
          <BankPartActions orderId={order._id} part={part} side={side} isPrimary={isTurnInBankPart(order)} />
        </div>
      )}
    </OrderPanel>
  );
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

/** What was said about the money, with the times; empty while nothing was. */
function linesOf(part: BankPartAnswer): readonly { readonly name: string; readonly value: string }[] {
  const { facts } = t;
  const line = (name: string, text: string | null, at: string | null, none: string = facts.gone) =>
    at === null ? [] : [{ name, value: facts.at(text ?? none, dateTime(at)) }];
  return [
    ...line(facts.bank, part.bank, part.statedAt),
    ...line(facts.buyerReference, part.buyerReference, part.statedAt),
    ...line(facts.sellerReference, part.sellerReference, part.receivedAt, facts.noReference),
    ...line(facts.returnReference, part.returnReference, part.sentBackAt),
    ...(part.refusal === null
      ? []
      : [
          {
            name: facts.at(
              t[isReturnDenied(part) ? 'returnDenied' : 'refused'][part.refusal.by],
              dateTime(part.refusal.at),
            ),
            value: part.refusal.reason,
          },
        ]),
  ];
}

import type { Order } from '@carhouse/contract/bookings';
import type { PaymentPlan, PricePart } from '@carhouse/contract/payment-plans';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { planMessages } from '#messages/payment-plan';
import { useClient } from '../../app/api.ts';
import { type FactLine, FactLines } from '../../ui/fact-lines.tsx';
import { moneyWithCents } from '../../ui/format.ts';
import { dateTime } from '../../ui/format-date.ts';
import { deadline } from '../../ui/format-deadline.ts';
import { paymentPlanQuery } from './payment-queries.ts';
import { restOf, sumOf, sumPaid } from './price-parts.ts';

const t = planMessages.summary;

/** A panel with each part of the price: its amount, its state, how and when it was paid, and what is still to pay. */
export function PlanSummary({ order }: { order: Order }): ReactElement | null {
  const plan = useQuery(paymentPlanQuery(useClient(), order._id)).data;
  if (plan === undefined || plan.parts.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="plan-summary">
      <div className="panel__head">
        <h2 id="plan-summary">{t.title}</h2>
      </div>
      <div className="panel__body">
        <FactLines
          lines={[
            ...linesOfParts(plan.parts),
            ...(order.status === 'unpaid' || order.status === 'paid' ? sumLines(plan) : []),
          ]}
        />
      </div>
    </section>
  );
}

/** A line for each part that was paid and for the next one, and one line for all the others. */
function linesOfParts(parts: readonly PricePart[]): readonly FactLine[] {
  const open = parts.filter(({ state }) => state === 'open');
  const later = open.slice(1);
  const shown = later.length > 1 ? parts.filter((part) => !later.includes(part)) : parts;
  const [first, last] = [later.at(0), later.at(-1)];
  return [
    ...shown.map((part) => ({
      name: planMessages.part(part.number),
      detail: detailOf(part),
      value: moneyWithCents(part.amount),
    })),
    ...(shown === parts || first === undefined || last === undefined
      ? []
      : [
          {
            name: t.others(first.number, last.number),
            detail: t.notPaid,
            value: moneyWithCents(sumOf(later)),
          },
        ]),
  ];
}

/** The price as the sum of the parts, what of it is paid, and what is still to pay. */
function sumLines({ parts, price, reservedUntil }: PaymentPlan): readonly FactLine[] {
  const paid = sumPaid(parts);
  const paidCount = parts.filter(({ state }) => state === 'paid').length;
  return [
    { name: t.price, value: moneyWithCents(price), isSum: true },
    { name: t.in, detail: t.parts(paidCount, parts.length), value: moneyWithCents(-paid) },
    {
      name: t.toGo,
      detail: reservedUntil === null ? undefined : t.by(deadline(reservedUntil)),
      value: moneyWithCents(restOf(price, paid)),
      isSum: true,
    },
  ];
}

function detailOf(part: PricePart): string {
  const { state, method, card, paidAt, refund } = part;
  if (method === null || paidAt === null) return t.notPaid;
  const how =
    method === 'card'
      ? planMessages.paidBy.card(card?.last4 ?? null, dateTime(paidAt))
      : planMessages.paidBy.paynow(dateTime(paidAt));
  if (state !== 'refunded') return how;
  return t.refunded(refund === 'succeeded' ? planMessages.refunded : planMessages.refundUnderWay, how);
}

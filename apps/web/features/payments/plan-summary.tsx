import type { Order } from '@carhouse/contract/bookings';
import type { PaymentPlan, PricePart } from '@carhouse/contract/payment-plans';
import { hasEndedWithoutSale } from '@carhouse/domain/booking/booking-policy';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { bankPartMessages } from '#messages/bank-parts';
import { planMessages } from '#messages/payment-plan';
import { useClient } from '../../app/api.ts';
import { type FactLine, FactLines } from '../../ui/fact-lines.tsx';
import { formatMoneyWithCents } from '../../ui/format.ts';
import { formatDateTime } from '../../ui/format-date.ts';
import { formatDeadline } from '../../ui/format-deadline.ts';
import { paymentPlanQuery } from './payment-queries.ts';
import { computeRemainingPrice, sumPaidParts, sumParts } from './price-parts.ts';

const t = planMessages.summary;

/** A panel with each part of the price: its amount, its state, how and when it was paid, and what is still to pay. */
export function PlanSummary({ order }: { order: Pick<Order, '_id' | 'status'> }): ReactElement | null {
  const plan = useQuery(paymentPlanQuery(useClient(), order._id)).data;
  if (plan === undefined || plan.parts.length === 0) return null;
  const hasEnded = hasEndedWithoutSale(order.status);
  return (
    <section className="panel" aria-labelledby="plan-summary">
      <div className="panel__head">
        <h2 id="plan-summary">{t.title}</h2>
      </div>
      <div className="panel__body">
        <FactLines lines={[...listPartLines(plan.parts, hasEnded), ...(hasEnded ? [] : listSumLines(plan))]} />
      </div>
    </section>
  );
}

/** A line for each paid part, a line for the next part, and one line for all later parts. */
function listPartLines(parts: readonly PricePart[], hasEnded: boolean): readonly FactLine[] {
  const openParts = parts.filter(({ state, payer }) => state === 'open' && payer === 'buyer');
  const laterParts = openParts.slice(1);
  const shownParts = laterParts.length > 1 ? parts.filter((part) => !laterParts.includes(part)) : parts;
  const [firstLaterPart, lastLaterPart] = [laterParts.at(0), laterParts.at(-1)];
  return [
    ...shownParts.map((part) => ({
      name: part.payer === 'bank' ? bankPartMessages.plan.part(part.number) : planMessages.part(part.number),
      detail: describePart(part, hasEnded),
      value: formatMoneyWithCents(part.amount),
    })),
    ...(shownParts === parts || firstLaterPart === undefined || lastLaterPart === undefined
      ? []
      : [
          {
            name: t.others(firstLaterPart.number, lastLaterPart.number),
            detail: hasEnded ? t.neverPaid : t.notPaid,
            value: formatMoneyWithCents(sumParts(laterParts)),
          },
        ]),
  ];
}

/** The price as the sum of the parts, the paid part of the price, and the part that is still to pay. */
function listSumLines({ parts, price, reservedUntil }: PaymentPlan): readonly FactLine[] {
  const paidDollars = sumPaidParts(parts);
  const paidPartCount = parts.filter(({ state }) => state === 'paid').length;
  return [
    { name: t.price, value: formatMoneyWithCents(price), isSum: true },
    { name: t.in, detail: t.parts(paidPartCount, parts.length), value: formatMoneyWithCents(-paidDollars) },
    {
      name: t.toGo,
      detail: reservedUntil === null ? undefined : t.by(formatDeadline(reservedUntil)),
      value: formatMoneyWithCents(computeRemainingPrice(price, paidDollars)),
      isSum: true,
    },
  ];
}

function describePart(part: PricePart, hasEnded: boolean): string {
  const { payer, state, method, card, paidAt, refund } = part;
  if (payer === 'bank') {
    const { open, paid, ended } = bankPartMessages.plan;
    return hasEnded ? ended : state === 'paid' ? paid : open;
  }
  if (method === null || paidAt === null) return hasEnded ? t.neverPaid : t.notPaid;
  const paymentText =
    method === 'card'
      ? planMessages.paidBy.card(card?.last4 ?? null, formatDateTime(paidAt))
      : planMessages.paidBy.paynow(formatDateTime(paidAt));
  if (state !== 'refunded') return paymentText;
  return t.refunded(refund === 'succeeded' ? planMessages.refunded : planMessages.refundUnderWay, paymentText);
}

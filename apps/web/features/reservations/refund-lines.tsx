import type { ReactElement } from 'react';
import { reservationMessages } from '#messages/reservations';
import { FactLines } from '../../ui/fact-lines.tsx';
import { formatMoney } from '../../ui/format.ts';
import { formatDeadline } from '../../ui/format-deadline.ts';

const t = reservationMessages.refunds;

type RefundLinesProps = { readonly deposit: number; readonly forfeit: number; readonly fullRefundUntil: string };

/** The refund of a deposit for each way in which a reservation can end. */
export function RefundLines({ deposit, forfeit, fullRefundUntil }: RefundLinesProps): ReactElement {
  const depositText = formatMoney(deposit);
  return (
    <FactLines
      lines={[
        { name: t.within(formatDeadline(fullRefundUntil)), value: depositText },
        {
          name: t.later,
          detail: t.laterDetail(formatMoney(forfeit)),
          value: formatMoney(computePartialRefund(deposit, forfeit)),
        },
        { name: t.condition, value: depositText },
        { name: t.seller, value: depositText },
        { name: t.buy, detail: t.buyDetail(depositText), value: t.buyValue },
      ]}
    />
  );
}

/** The refund of a deposit in dollars when a part of the deposit is forfeited, exact to the cent. */
export function computePartialRefund(deposit: number, forfeit: number): number {
  return Math.round(deposit * 100 - forfeit * 100) / 100;
}

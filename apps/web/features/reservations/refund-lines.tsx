import type { ReactElement } from 'react';
import { reservationMessages } from '#messages/reservations';
import { FactLines } from '../../ui/fact-lines.tsx';
import { money } from '../../ui/format.ts';
import { deadline } from '../../ui/format-deadline.ts';

const t = reservationMessages.refunds;

type RefundLinesProps = { readonly deposit: number; readonly forfeit: number; readonly freeUntil: string };

/** The refund of a deposit for each way in which a reservation can end. */
export function RefundLines({ deposit, forfeit, freeUntil }: RefundLinesProps): ReactElement {
  const depositText = money(deposit);
  return (
    <FactLines
      lines={[
        { name: t.within(deadline(freeUntil)), value: depositText },
        { name: t.later, detail: t.laterDetail(money(forfeit)), value: money(computePartialRefund(deposit, forfeit)) },
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

import type { ReactElement } from 'react';
import { reservationMessages } from '#messages/reservations';
import { FactLines } from '../../ui/fact-lines.tsx';
import { money } from '../../ui/format.ts';
import { deadline } from '../../ui/format-deadline.ts';

const t = reservationMessages.refunds;

type RefundLinesProps = { readonly deposit: number; readonly forfeit: number; readonly freeUntil: string };

/** What comes back of a deposit, for each way in which a reservation ends. */
export function RefundLines({ deposit, forfeit, freeUntil }: RefundLinesProps): ReactElement {
  const all = money(deposit);
  return (
    <FactLines
      lines={[
        { name: t.within(deadline(freeUntil)), value: all },
        { name: t.later, detail: t.laterDetail(money(forfeit)), value: money(backOf(deposit, forfeit)) },
        { name: t.condition, value: all },
        { name: t.seller, value: all },
        { name: t.buy, detail: t.buyDetail(all), value: t.buyValue },
      ]}
    />
  );
}

/** What comes back of a deposit in dollars when a part of it is forfeited, exact to the cent. */
export function backOf(deposit: number, forfeit: number): number {
  return Math.round(deposit * 100 - forfeit * 100) / 100;
}

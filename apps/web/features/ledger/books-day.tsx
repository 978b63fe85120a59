import type { LedgerDayAnswer } from '@carhouse/contract/ledger';
import { addDaysToIsoDate, findStartOfDay } from '@carhouse/domain/text/singapore-day';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import { booksMessages } from '#messages/books';
import { useClient } from '../../app/api.ts';
import { makeButtonClass } from '../../ui/button.tsx';
import { Failure } from '../../ui/callout.tsx';
import { formatMoneyWithCents } from '../../ui/format.ts';
import { formatDate } from '../../ui/format-date.ts';
import { Icon } from '../../ui/icon.tsx';
import { FigureBlock } from '../dashboard/panel.tsx';
import { ledgerDayQuery, readBooksFilters } from './books-queries.ts';

const text = booksMessages.day;

type DayProps = {
  /** A day in Singapore, as an ISO date. */
  readonly day: string;
  readonly today: string;
};

/** Links to the day before, and to the day after unless that is in the future. */
export function DayLinks({ day, today }: DayProps): ReactElement {
  const dayAfter = addDaysToIsoDate(day, 1);
  return (
    <>
      <DayLink day={addDaysToIsoDate(day, -1)} iconBefore={ChevronLeft} />
      {dayAfter > today ? null : <DayLink day={dayAfter} iconAfter={ChevronRight} />}
    </>
  );
}

/** A link to the books of a day, which keeps the other filters. */
function DayLink(props: {
  readonly day: string;
  readonly iconBefore?: LucideIcon;
  readonly iconAfter?: LucideIcon;
}): ReactElement {
  const { day, iconBefore, iconAfter } = props;
  const name = formatDate(findStartOfDay(day).toISOString());
  return (
    <Link
      className={makeButtonClass({})}
      to="/dashboard/books"
      search={(currentSearch: Record<string, unknown>) => readBooksFilters({ ...currentSearch, day })}
      resetScroll={false}
      aria-label={text.goTo(name)}
    >
      {iconBefore === undefined ? null : <Icon of={iconBefore} />}
      {name}
      {iconAfter === undefined ? null : <Icon of={iconAfter} />}
    </Link>
  );
}

/** The figures of a day: what came in, what went out, what is held for others at its end, and the earned fees. */
export function DayFigures({ day, today }: DayProps): ReactElement {
  const { data, isError } = useQuery(ledgerDayQuery(useClient(), day));
  if (data === undefined && isError) return <Failure of={text.failed} />;
  const figureNames = day === today ? text.today : text.otherDay;
  const figures = data === undefined ? undefined : describeFigures(data);
  return (
    <dl className="kpis" aria-busy={data === undefined}>
      {(['cameIn', 'wentOut', 'owed', 'fees'] as const).map((name) => (
        <FigureBlock key={name} name={figureNames[name]} value={figures?.[name].value ?? '–'} isLong>
          {figures?.[name].explanation}
        </FigureBlock>
      ))}
    </dl>
  );
}

type Figure = { readonly value: string; readonly explanation: string };

function describeFigures(figures: LedgerDayAnswer): Readonly<Record<'cameIn' | 'wentOut' | 'owed' | 'fees', Figure>> {
  const { cameIn, wentOut, owedToOthers, heldAtProvider, fees, gst } = figures;
  return {
    cameIn: {
      value: formatMoneyWithCents(cameIn.amount),
      explanation: text.payments(cameIn.payments, formatUnlessZero(cameIn.returned)),
    },
    wentOut: {
      value: formatMoneyWithCents(wentOut.amount),
      explanation: text.payouts({
        payouts: wentOut.payouts,
        refunds: wentOut.refunds,
        withdrawnSum: formatUnlessZero(wentOut.withdrawn),
        voidedSum: formatUnlessZero(wentOut.voided),
        providerFees: formatUnlessZero(wentOut.providerFees),
      }),
    },
    owed: {
      value: formatMoneyWithCents(owedToOthers),
      explanation: describeCoverage(owedToOthers, heldAtProvider),
    },
    fees: { value: formatMoneyWithCents(fees), explanation: text.gst(formatMoneyWithCents(gst)) },
  };
}

function describeCoverage(owedToOthers: number, heldAtProvider: number): string {
  if (owedToOthers === 0) return text.nothingOwed;
  return heldAtProvider >= owedToOthers ? text.covered : text.heldOnly(formatMoneyWithCents(heldAtProvider));
}

function formatUnlessZero(amount: number): string | undefined {
  return amount === 0 ? undefined : formatMoneyWithCents(amount);
}

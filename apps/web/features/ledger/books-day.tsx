import type { LedgerDayAnswer } from '@carhouse/contract/ledger';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactElement } from 'react';
import { booksMessages } from '#messages/books';
import { useClient } from '../../app/api.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Failure } from '../../ui/callout.tsx';
import { moneyWithCents } from '../../ui/format.ts';
import { date } from '../../ui/format-date.ts';
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
  const [dayBefore, dayAfter] = [moveDay(day, -1), moveDay(day, 1)];
  return (
    <>
      <Link
        className={buttonClass({})}
        to="/dashboard/books"
        search={keepFilters(dayBefore)}
        resetScroll={false}
        aria-label={text.goTo(date(midnightOf(dayBefore)))}
      >
        <Icon of={ChevronLeft} />
        {date(midnightOf(dayBefore))}
      </Link>
      {dayAfter > today ? null : (
        <Link
          className={buttonClass({})}
          to="/dashboard/books"
          search={keepFilters(dayAfter)}
          resetScroll={false}
          aria-label={text.goTo(date(midnightOf(dayAfter)))}
        >
          {date(midnightOf(dayAfter))}
          <Icon of={ChevronRight} />
        </Link>
      )}
    </>
  );
}

const keepFilters = (day: string) => (currentSearch: Record<string, unknown>) =>
  readBooksFilters({ ...currentSearch, day });

/** The figures of a day: what came in, what went out, what is held for others at its end, and the earned fees. */
export function DayFigures({ day, today }: DayProps): ReactElement {
  const { data, isError } = useQuery(ledgerDayQuery(useClient(), day));
  if (data === undefined && isError) return <Failure of={text.failed} />;
  const names = day === today ? text.today : text.otherDay;
  const figures = data === undefined ? undefined : describeFigures(data);
  return (
    <dl className="kpis" aria-busy={data === undefined}>
      {(['cameIn', 'wentOut', 'owed', 'fees'] as const).map((name) => (
        <FigureBlock key={name} name={names[name]} value={figures?.[name].value ?? '–'} isLong>
          {figures?.[name].about}
        </FigureBlock>
      ))}
    </dl>
  );
}

type Figure = { readonly value: string; readonly about: string };

function describeFigures(figures: LedgerDayAnswer): Readonly<Record<'cameIn' | 'wentOut' | 'owed' | 'fees', Figure>> {
  const { cameIn, wentOut, owedToOthers, heldAtProvider, fees, gst } = figures;
  return {
    cameIn: { value: moneyWithCents(cameIn.amount), about: text.payments(cameIn.payments) },
    wentOut: {
      value: moneyWithCents(wentOut.amount),
      about: text.payouts(
        wentOut.payouts,
        wentOut.refunds,
        wentOut.providerFees === 0 ? undefined : moneyWithCents(wentOut.providerFees),
      ),
    },
    owed: {
      value: moneyWithCents(owedToOthers),
      about: heldAtProvider >= owedToOthers ? text.covered : text.heldOnly(moneyWithCents(heldAtProvider)),
    },
    fees: { value: moneyWithCents(fees), about: text.gst(moneyWithCents(gst)) },
  };
}

function midnightOf(day: string): string {
  return `${day}T00:00:00+08:00`;
}

/** Returns the day that is some days after an ISO date. */
function moveDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

import type { BooksTotals } from '@carhouse/contract/ledger';
import { findStartOfDay } from '@carhouse/domain/text/singapore-day';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useId } from 'react';
import { booksMessages } from '#messages/books';
import { useClient } from '../../app/api.ts';
import { formatMoneyWithCents } from '../../ui/format.ts';
import { formatDateTime, formatMonth } from '../../ui/format-date.ts';
import styles from './books-page.module.css';
import { booksTotalsQuery } from './books-queries.ts';

const text = booksMessages.agreement;

/**
 * Says in one sentence whether the ledger sums to zero and agrees with the card provider, and shows which days of the month are
 * recorded in the audit.
 */
export function BooksAgreement(): ReactElement | null {
  const id = useId();
  const { data } = useQuery(booksTotalsQuery(useClient()));
  if (data === undefined) return null;
  const { entries, comparedAt, days } = data;
  const sentences = [
    ...(comparedAt === null ? [] : [text.compared(formatDateTime(comparedAt))]),
    text.entries(entries),
    ...(days[0] === undefined ? [] : [text.ticks(formatMonth(findStartOfDay(days[0].day).toISOString()))]),
  ];
  return (
    <section className={`panel ${styles.agreement}`} aria-labelledby={id}>
      <div>
        <h2 id={id}>{describeVerdict(data)}</h2>
        <p>{sentences.join(' ')}</p>
      </div>
      <DayTicks days={days} />
    </section>
  );
}

function sumInCents({ totals }: BooksTotals): number {
  return totals.reduce((sum, { balance }) => sum + Math.round(balance * 100), 0);
}

function describeVerdict(booksTotals: BooksTotals): string {
  const differenceCents = sumInCents(booksTotals);
  if (differenceCents !== 0) return text.differs(formatMoneyWithCents(Math.abs(differenceCents) / 100));
  if (booksTotals.openDiscrepancies > 0) return text.issues(booksTotals.openDiscrepancies);
  return booksTotals.comparedAt === null ? text.notCompared : text.agrees;
}

/** One tick for each day of the month: full when it is recorded in the audit, hollow before. */
function DayTicks({ days }: Pick<BooksTotals, 'days'>): ReactElement | null {
  if (days.length === 0) return null;
  const recordedCount = days.filter(({ isRecorded }) => isRecorded).length;
  return (
    <svg
      className={styles.ticks}
      viewBox={`0 0 ${days.length * 12} 44`}
      role="img"
      aria-label={text.days(recordedCount, days.length)}
    >
      {days.map(({ day, isRecorded }, index) => (
        <rect
          key={day}
          className={isRecorded ? undefined : styles.open}
          x={index * 12 + 2}
          y={2}
          width={5}
          height={40}
        />
      ))}
    </svg>
  );
}

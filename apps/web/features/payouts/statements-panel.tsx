import { toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import { Link } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { sellerPaymentMessages } from '#messages/seller-payments';
import { makeButtonClass } from '../../ui/button.tsx';
import { formatMonth } from '../../ui/format-date.ts';
import { Icon } from '../../ui/icon.tsx';
import { Select } from '../../ui/select.tsx';
import { Panel } from '../dashboard/panel.tsx';
import styles from './payments.module.css';

const t = sellerPaymentMessages.statements;

/**
 * The choice of a month, and the link to its statement. @param props.first the first month with a sale; null before the
 * first sale
 */
export function StatementsPanel({ firstMonth }: { firstMonth: string | null }): ReactElement {
  const months = listMonths(firstMonth, toSingaporeDay(new Date()).slice(0, 7));
  const [chosenMonth, setChosenMonth] = useState<string>();
  const [newestMonth] = months;
  if (newestMonth === undefined)
    return (
      <Panel title={t.title}>
        <p className="muted">{t.none}</p>
      </Panel>
    );
  return (
    <Panel title={t.title}>
      <div className={styles.statements}>
        <Select
          label={t.month}
          value={chosenMonth ?? newestMonth}
          onChange={(event) => setChosenMonth(event.target.value)}
        >
          {months.map((month) => (
            <option key={month} value={month}>
              {month === newestMonth ? t.soFar(formatStatementMonth(month)) : formatStatementMonth(month)}
            </option>
          ))}
        </Select>
        <Link
          className={makeButtonClass({ isBlock: true })}
          to="/dashboard/statements/$month"
          params={{ month: chosenMonth ?? newestMonth }}
        >
          <Icon of={FileText} />
          {t.open}
        </Link>
        <p className="muted">{t.hint}</p>
      </div>
    </Panel>
  );
}

/** Formats a month such as `2026-11` as `November 2026`. */
export function formatStatementMonth(month: string): string {
  return formatMonth(`${month}-15T00:00:00Z`);
}

/** Returns the months from the last month back to the first month. */
function listMonths(firstMonth: string | null, lastMonth: string): readonly string[] {
  const months: string[] = [];
  for (let month = lastMonth; firstMonth !== null && month >= firstMonth; month = findMonthBefore(month))
    months.push(month);
  return months;
}

function findMonthBefore(month: string): string {
  const [year = 0, monthNumber = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, monthNumber - 2, 1)).toISOString().slice(0, 7);
}

import { findStartOfDay } from '@carhouse/domain/text/singapore-day';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { booksMessages } from '#messages/books';
import { useClient } from '../../app/api.ts';
import { Failure } from '../../ui/callout.tsx';
import { formatDate, formatDateTime } from '../../ui/format-date.ts';
import { Panel } from '../dashboard/panel.tsx';
import styles from './books-page.module.css';
import { ledgerDayQuery } from './books-queries.ts';

const text = booksMessages.dayRecord;

/**
 * What the server recorded at night about a day of the books: a hash of the entries, which shows whether an entry was
 * changed later.
 */
export function DayRecord({ day }: { day: string }): ReactElement {
  const { data, isError } = useQuery(ledgerDayQuery(useClient(), day));
  return (
    <Panel title={text.title(formatDate(findStartOfDay(day).toISOString()))}>
      {data === undefined ? (
        isError ? (
          <Failure of={text.failed} />
        ) : (
          <p className="skeleton" aria-hidden="true" />
        )
      ) : data.recorded === null ? (
        <p className="muted">{text.none}</p>
      ) : (
        <div className={styles.day}>
          <p>{text.recorded(data.recorded.entries, formatDateTime(data.recorded.at))}</p>
          <p className={`${styles.hash} num`}>
            <span className="sub">{text.hash}</span> <code>{data.recorded.hash}</code>
          </p>
          <Link className="link" to="/dashboard/audit" search={{ noun: 'ledger_day', nounId: day }}>
            {text.audit}
          </Link>
        </div>
      )}
    </Panel>
  );
}

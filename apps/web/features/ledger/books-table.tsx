import type { LedgerEntryAnswer } from '@carhouse/contract/ledger';
import { toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { booksMessages } from '#messages/books';
import { DataTable, TableRow, type TableShape, TableSkeleton } from '../../ui/data-table.tsx';
import { formatCarName, formatMoneyWithCents } from '../../ui/format.ts';
import { formatDate, formatTime } from '../../ui/format-date.ts';
import styles from './books-page.module.css';

type Posting = LedgerEntryAnswer['postings'][number];

const { columns } = booksMessages;
const table: TableShape = {
  caption: booksMessages.caption,
  columns: [
    { name: columns.entry },
    { name: columns.postings, line: 'plain' },
    { name: columns.when, as: 'newest', width: 'long', line: 'plain' },
  ],
};

/** A table of entries of the ledger: the event, the postings, and the time. */
export function BooksTable({ entries }: { entries: readonly LedgerEntryAnswer[] }): ReactElement {
  return (
    <DataTable shape={table}>
      {entries.map((entry) => (
        <TableRow
          key={entry._id}
          shape={table}
          rowName={booksMessages.causes[entry.cause]}
          cells={[
            <EntryName key="entry" entry={entry} />,
            <Postings key="postings" postings={entry.postings} />,
            <EntryTime key="when" at={entry.at} />,
          ]}
        />
      ))}
    </DataTable>
  );
}

/**
 * The time of an entry. The day is a link to the entries of the day and to what the server recorded about the day at
 * night.
 */
function EntryTime({ at }: { at: string }): ReactElement {
  return (
    <time className="num" dateTime={at}>
      <Link
        className={styles.link}
        to="/dashboard/books"
        search={{ day: toSingaporeDay(new Date(at)) }}
        title={booksMessages.filters.byDay(formatDate(at))}
      >
        {formatDate(at)}
      </Link>{' '}
      <span>{formatTime(at)}</span>
    </time>
  );
}

/** The event of the entry, and the car as a link to all entries of its order. */
function EntryName({ entry }: { entry: LedgerEntryAnswer }): ReactElement {
  const car = formatCarName(entry.brand, entry.title);
  return (
    <div className={styles.entry}>
      <b>{booksMessages.causes[entry.cause]}</b>
      <Link
        className={styles.link}
        to="/dashboard/books"
        search={{ booking: entry.bookingId }}
        title={booksMessages.filters.byOrder(car)}
      >
        {car}
      </Link>
      <span className="sub num">{booksMessages.number(entry.number)}</span>
      {entry.documents.map(({ number, kind }) => (
        <Link
          key={number}
          className={`${styles.link} num`}
          to="/orders/$id/invoice"
          params={{ id: entry.bookingId }}
          aria-label={booksMessages.documentOf(kind, number, car)}
        >
          {booksMessages.document(kind, number)}
        </Link>
      ))}
    </div>
  );
}

function Postings({ postings }: { postings: readonly Posting[] }): ReactElement {
  return (
    <ul className={`${styles.postings} num`}>
      {postings.map((posting) => (
        <li key={`${posting.account} ${posting.debit}`}>
          <AccountName posting={posting} />
          <span className={styles.amount}>
            <span className={styles.side}>{posting.debit === null ? booksMessages.credit : booksMessages.debit}</span>{' '}
            {formatMoneyWithCents(posting.debit ?? posting.credit ?? 0)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The account, with its owner as a link to all entries of this person. */
function AccountName({ posting }: { posting: Posting }): ReactElement {
  const account = booksMessages.accounts[posting.account];
  if (posting.owner === null) return <span>{account}</span>;
  const { _id: person, name } = posting.owner;
  return (
    <span>
      {account}:{' '}
      <Link
        className={styles.link}
        to="/dashboard/books"
        search={{ person }}
        title={booksMessages.filters.byPerson(name)}
      >
        {name}
      </Link>
    </span>
  );
}

/** Placeholder rows of the same height, shown while the entries load. */
export function BooksSkeleton(): ReactElement {
  return <TableSkeleton shape={table} rows={6} />;
}

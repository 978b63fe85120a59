import { booksCsvPath } from '@carhouse/contract/csv-files';
import type { LedgerEntryAnswer } from '@carhouse/contract/ledger';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import { booksMessages } from '#messages/books';
import { useClient } from '../../app/api.ts';
import { buttonClass } from '../../ui/button.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { carName, moneyWithCents } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { ListFrame } from '../../ui/list-frame.tsx';
import { CsvButton } from '../dashboard/csv-button.tsx';
import { DashboardPage } from '../dashboard/dash-page.tsx';
import { NotApplied } from '../payment-instructions/not-applied.tsx';
import { BooksAgreement } from './books-agreement.tsx';
import styles from './books-page.module.css';
import { type BooksFilters, booksQuery, readBooksFilters } from './books-queries.ts';
import { BooksSkeleton, BooksTable } from './books-table.tsx';
import { BooksTotals } from './books-totals.tsx';
import { DayRecord } from './day-record.tsx';

/** The page with the totals and the entries of the ledger. */
export function BooksPage({ choice }: { choice: BooksFilters }): ReactElement {
  const list = useInfiniteQuery(booksQuery(useClient(), choice));
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <DashboardPage
      title={booksMessages.title}
      lead={booksMessages.lead}
      actions={<CsvButton path={booksCsvPath} name="books.csv" choice={choice} />}
    >
      <NotApplied page="books" />
      <div className={styles.books}>
        <BooksAgreement />
        <BooksTotals />
        {choice.day === undefined ? null : <DayRecord key={choice.day} day={choice.day} />}
        <ListFrame
          label={booksMessages.caption}
          tools={<BooksTools choice={choice} entries={entries} />}
          list={list}
          count={entries.length}
          shown={booksMessages.shown(entries.length)}
          errorTitle={booksMessages.failed}
          skeleton={<BooksSkeleton />}
          empty={<NoEntries hasFilters={Object.keys(choice).length > 0} />}
        >
          <BooksTable entries={entries} />
          {choice.booking === undefined || list.hasNextPage ? null : <SaleSum entries={entries} />}
        </ListFrame>
      </div>
    </DashboardPage>
  );
}

/** The sums of all postings of one order, which are equal. */
function SaleSum({ entries }: { entries: readonly LedgerEntryAnswer[] }): ReactElement {
  const postings = entries.flatMap((entry) => entry.postings);
  const sumCents = (side: 'debit' | 'credit'): number =>
    postings.reduce((sum, posting) => sum + Math.round((posting[side] ?? 0) * 100), 0);
  const [debit, credit] = [sumCents('debit'), sumCents('credit')];
  return (
    <p className={`${styles.sum} num`}>
      {booksMessages.sum(
        ...([debit, credit, debit - credit].map((each) => moneyWithCents(each / 100)) as [string, string, string]),
      )}
    </p>
  );
}

/** The filters of the list: a day, an order and a person. All filters are stored in the URL. */
function BooksTools({
  choice,
  entries,
}: {
  choice: BooksFilters;
  entries: readonly LedgerEntryAnswer[];
}): ReactElement {
  const navigate = useNavigate();
  const { filters } = booksMessages;
  const [firstEntry] = entries;
  const postingOfPerson = entries
    .flatMap(({ postings }) => postings)
    .find((candidatePosting) => candidatePosting.owner?._id === choice.person);
  return (
    <>
      <DayField
        label={filters.day}
        value={choice.day ?? ''}
        onChoose={(day) =>
          void navigate({
            to: '/dashboard/books',
            search: (currentSearch: Record<string, unknown>) => readBooksFilters({ ...currentSearch, day }),
            replace: true,
            resetScroll: false,
          })
        }
      />
      {choice.booking === undefined ? null : (
        <RemoveFilter
          name={firstEntry === undefined ? filters.oneOrder : carName(firstEntry.brand, firstEntry.title)}
          remainingSearch={{ ...choice, booking: undefined }}
        />
      )}
      {choice.person === undefined ? null : (
        <RemoveFilter
          name={postingOfPerson?.owner?.name ?? filters.onePerson}
          remainingSearch={{ ...choice, person: undefined }}
        />
      )}
    </>
  );
}

function RemoveFilter({
  name,
  remainingSearch,
}: {
  name: string;
  remainingSearch: Record<string, unknown>;
}): ReactElement {
  return (
    <Link
      className={buttonClass({ className: styles.filter })}
      to="/dashboard/books"
      search={readBooksFilters(remainingSearch)}
      aria-label={booksMessages.filters.stop(name)}
    >
      {name}
      <Icon of={X} />
    </Link>
  );
}

function NoEntries({ hasFilters }: { hasFilters: boolean }): ReactElement {
  if (!hasFilters) return <EmptyState title={booksMessages.none}>{booksMessages.noneHint}</EmptyState>;
  return (
    <EmptyState
      title={booksMessages.noMatch}
      action={
        <Link to="/dashboard/books" search={{}} replace className={buttonClass({ kind: 'primary' })}>
          {booksMessages.showAll}
        </Link>
      }
    >
      {booksMessages.noMatchHint}
    </EmptyState>
  );
}

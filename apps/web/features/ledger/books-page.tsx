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
import { carName } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { ListFrame } from '../../ui/list-frame.tsx';
import { CsvButton } from '../dashboard/csv-button.tsx';
import { DashboardPage } from '../dashboard/dash-page.tsx';
import { NotApplied } from '../payment-instructions/not-applied.tsx';
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
        </ListFrame>
      </div>
    </DashboardPage>
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

import { booksCsvPath } from '@carhouse/contract/csv-files';
import type { LedgerEntryAnswer } from '@carhouse/contract/ledger';
import { findStartOfDay, toSingaporeDay } from '@carhouse/domain/text/singapore-day';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import { booksMessages } from '#messages/books';
import { useClient } from '../../app/api.ts';
import { makeButtonClass } from '../../ui/button.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatCarName, formatMoneyWithCents } from '../../ui/format.ts';
import { formatLongDay } from '../../ui/format-date.ts';
import { Icon } from '../../ui/icon.tsx';
import { ListFrame } from '../../ui/list-frame.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { CsvButton } from '../dashboard/csv-button.tsx';
import { DashboardPage } from '../dashboard/dash-page.tsx';
import { Panel } from '../dashboard/panel.tsx';
import { NotApplicableNote } from '../payment-instructions/not-applied.tsx';
import { OpenDiscrepancies } from '../reconciliation/open-discrepancies.tsx';
import { BooksAgreement } from './books-agreement.tsx';
import { DayFigures, DayLinks } from './books-day.tsx';
import styles from './books-page.module.css';
import { type BooksFilters, booksQuery, booksTotalsQuery, readBooksFilters } from './books-queries.ts';
import { BooksSkeleton, BooksTable } from './books-table.tsx';
import { DayRecord } from './day-record.tsx';
import { MoneyPlaces } from './money-places.tsx';

/** The page with the figures of a day, what does not match, the totals and the entries of the ledger. */
export function BooksPage({ choice }: { choice: BooksFilters }): ReactElement {
  const totalsResult = useQuery(booksTotalsQuery(useClient()));
  const today = toSingaporeDay(new Date());
  const day = choice.day ?? today;
  return (
    <DashboardPage
      title={booksMessages.title}
      lead={booksMessages.lead(formatLongDay(findStartOfDay(day).toISOString()))}
      actions={
        <>
          <DayLinks day={day} today={today} />
          <CsvButton path={booksCsvPath} name="books.csv" choice={choice} />
        </>
      }
    >
      <NotApplicableNote page="books" />
      <div className={styles.books}>
        <BooksAgreement />
        <DayFigures day={day} today={today} />
        <div className={styles.columns}>
          <div>
            <OpenDiscrepancies openCount={totalsResult.data?.openDiscrepancies ?? 0} />
            <EntryList choice={choice} />
          </div>
          <div>
            <MoneyPlaces hasCurrentTitle={day !== today} />
            {choice.day === undefined ? null : <DayRecord key={choice.day} day={choice.day} />}
            <Panel title={booksMessages.append.title}>
              <div className={styles.append}>
                <p>{booksMessages.append.text}</p>
                <Link className="link" to="/dashboard/audit">
                  {booksMessages.append.audit}
                </Link>
              </div>
            </Panel>
          </div>
        </div>
      </div>
    </DashboardPage>
  );
}

/** The entries with the chosen filters, newest first. */
function EntryList({ choice }: { choice: BooksFilters }): ReactElement {
  const list = useInfiniteQuery(booksQuery(useClient(), choice));
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <ListFrame
      label={booksMessages.caption}
      tools={<BooksTools choice={choice} entries={entries} />}
      list={list}
      count={entries.length}
      shownCountText={booksMessages.shown(entries.length)}
      errorTitle={booksMessages.failed}
      skeleton={<BooksSkeleton />}
      emptyState={<NoEntries hasFilters={Object.keys(choice).length > 0} />}
    >
      <BooksTable entries={entries} />
      {choice.booking === undefined || list.hasNextPage ? null : <OrderSums entries={entries} />}
    </ListFrame>
  );
}

/** The sum of the debits and the sum of the credits of one order, which are equal. */
function OrderSums({ entries }: { entries: readonly LedgerEntryAnswer[] }): ReactElement {
  const postings = entries.flatMap((entry) => entry.postings);
  const sumCents = (side: 'debit' | 'credit'): number =>
    postings.reduce((sum, posting) => sum + Math.round((posting[side] ?? 0) * 100), 0);
  const [debit, credit] = [sumCents('debit'), sumCents('credit')];
  return (
    <p className={`${styles.sum} num`}>
      {booksMessages.sum(
        ...([debit, credit, debit - credit].map((each) => formatMoneyWithCents(each / 100)) as [
          string,
          string,
          string,
        ]),
      )}
    </p>
  );
}

/**
 * The search and the filters of the list: a day, an order and a person. The search and the filters are stored in the
 * URL.
 */
function BooksTools({
  choice,
  entries,
}: {
  choice: BooksFilters;
  entries: readonly LedgerEntryAnswer[];
}): ReactElement {
  const navigate = useNavigate();
  const { filters } = booksMessages;
  const setFilters = (change: { readonly day?: string; readonly search?: string }) =>
    void navigate({
      to: '/dashboard/books',
      search: (currentSearch: Record<string, unknown>) => readBooksFilters({ ...currentSearch, ...change }),
      replace: true,
      resetScroll: false,
    });
  const [firstEntry] = entries;
  const postingOfPerson = entries
    .flatMap(({ postings }) => postings)
    .find((candidatePosting) => candidatePosting.owner?._id === choice.person);
  return (
    <>
      <SearchBox label={filters.search} value={choice.search ?? ''} onSearch={(search) => setFilters({ search })} />
      <DayField label={filters.day} value={choice.day ?? ''} onChoose={(day) => setFilters({ day })} />
      {choice.booking === undefined ? null : (
        <RemoveFilterLink
          name={firstEntry === undefined ? filters.oneOrder : formatCarName(firstEntry.brand, firstEntry.title)}
          searchWithoutFilter={{ ...choice, booking: undefined }}
        />
      )}
      {choice.person === undefined ? null : (
        <RemoveFilterLink
          name={postingOfPerson?.owner?.name ?? filters.onePerson}
          searchWithoutFilter={{ ...choice, person: undefined }}
        />
      )}
    </>
  );
}

function RemoveFilterLink({
  name,
  searchWithoutFilter,
}: {
  name: string;
  searchWithoutFilter: Record<string, unknown>;
}): ReactElement {
  return (
    <Link
      className={makeButtonClass({ className: styles.filter })}
      to="/dashboard/books"
      search={readBooksFilters(searchWithoutFilter)}
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
        <Link to="/dashboard/books" search={{}} replace className={makeButtonClass({ kind: 'primary' })}>
          {booksMessages.showAll}
        </Link>
      }
    >
      {booksMessages.noMatchHint}
    </EmptyState>
  );
}

import type { OwnCars } from '@carhouse/contract/seller-cars';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactElement } from 'react';
import { stockMessages } from '#messages/stock';
import { useClient } from '../../../../app/api.ts';
import { makeButtonClass } from '../../../../ui/button.tsx';
import { EmptyState, NotLoaded } from '../../../../ui/empty-state.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { BulkBar } from './bulk-bar.tsx';
import styles from './stock.module.css';
import { StockBar } from './stock-bar.tsx';
import { readStockListSearch, type StockListSearch, stockPageSize, stockQuery } from './stock-queries.ts';
import { StockTable } from './stock-table.tsx';
import { StockTabs, StockTools } from './stock-tools.tsx';
import { useSelection } from './use-selection.ts';

const t = stockMessages;

/**
 * The list of My Products for a seller with many cars. The list is filtered by state, searched, sorted and paged, and
 * several cars can be changed together.
 */
export function StockList({ choice }: { choice: StockListSearch }): ReactElement {
  const query = useQuery(stockQuery(useClient(), choice));
  const { data } = query;
  const { state, search, category } = choice;
  // While another list loads, the rows of the previous list remain visible.
  const shownCars = query.isPlaceholderData ? undefined : data?.cars;
  const selection = useSelection(JSON.stringify([state, search, category]), shownCars);
  if (data === undefined) return <NotLoaded query={query} errorTitle={t.failed} />;
  return (
    <>
      <StockBar counts={data.counts} />
      <StockTabs counts={data.counts} choice={choice} />
      <section
        className={`tablewrap ${styles.stock}`}
        id="stock"
        aria-label={t.caption}
        aria-busy={query.isFetching}
        tabIndex={-1}
      >
        <div className="tools">
          <StockTools choice={choice} categories={data.categories} />
        </div>
        {data.cars.length === 0 ? <NoMatchingCars /> : <StockTable cars={data.cars} selection={selection} />}
        <Pager data={data} page={choice.page ?? 1} />
      </section>
      <BulkBar
        key={JSON.stringify([state, search, category])}
        selection={selection}
        choice={choice}
        shownCars={data.cars}
        matchingCount={data.total}
      />
    </>
  );
}

function NoMatchingCars(): ReactElement {
  return (
    <EmptyState
      title={t.noMatch}
      action={
        <Link to="." search={{}} replace className={makeButtonClass({ kind: 'primary' })}>
          {t.showAll}
        </Link>
      }
    >
      {t.noMatchHint}
    </EmptyState>
  );
}

/** A text such as `26 to 50 of 200`, with links to the previous and next page. */
function Pager({ data, page }: { data: OwnCars; page: number }): ReactElement {
  const firstCarNumber = (page - 1) * stockPageSize + 1;
  const lastCarNumber = firstCarNumber + data.cars.length - 1;
  return (
    <div className="pager num" hidden={data.total === 0}>
      <span role="status">{data.cars.length === 0 ? '' : t.shown(firstCarNumber, lastCarNumber, data.total)}</span>
      <div>
        <PageLink page={page - 1} label={t.previous} isDisabled={page <= 1} />
        <PageLink
          page={page + 1}
          label={t.next}
          isDisabled={lastCarNumber >= data.total || data.cars.length === 0}
          isForward
        />
      </div>
    </div>
  );
}

type PageLinkProps = {
  readonly page: number;
  readonly label: string;
  readonly isDisabled: boolean;
  readonly isForward?: boolean;
};

function PageLink({ page, label, isDisabled, isForward = false }: PageLinkProps): ReactElement {
  const icon = <Icon of={isForward ? ChevronRight : ChevronLeft} />;
  if (isDisabled) {
    return (
      <button className="iconbtn" type="button" aria-label={label} disabled>
        {icon}
      </button>
    );
  }
  return (
    <Link
      to="."
      search={(currentSearch: Record<string, unknown>) => readStockListSearch({ ...currentSearch, page })}
      className="iconbtn"
      aria-label={label}
      onClick={() => document.getElementById('stock')?.focus()}
    >
      {icon}
    </Link>
  );
}

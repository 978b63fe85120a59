import type { OwnCars } from '@carhouse/contract/seller-cars';
import {
  type SellerCarSortOrder,
  sellerCarSortOrders,
  sellerCarStates,
} from '@carhouse/domain/listing/seller-car-states';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { stockMessages } from '#messages/stock';
import { formatBrand, formatCount } from '../../../../ui/format.ts';
import { SearchBox } from '../../../../ui/search-box.tsx';
import { Select } from '../../../../ui/select.tsx';
import styles from './stock.module.css';
import { readStockListSearch, type StockListSearch } from './stock-queries.ts';

const t = stockMessages;

/**
 * Tabs for the states, with the number of cars in each. The tab of a state without cars is hidden, unless it is the
 * chosen tab.
 */
export function StockTabs({ counts, choice }: { counts: OwnCars['counts']; choice: StockListSearch }): ReactElement {
  const shownStates = sellerCarStates.filter((state) => counts[state] > 0 || state === choice.state);
  return (
    <nav className={styles.tabs} aria-label={t.tabs}>
      {(['all', ...shownStates] as const).map((state) => (
        <Link
          key={state}
          to="."
          search={(currentSearch: Record<string, unknown>) =>
            readStockListSearch({ ...currentSearch, page: undefined, state: state === 'all' ? undefined : state })
          }
          replace
          resetScroll={false}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={state === (choice.state ?? 'all') ? 'page' : undefined}
        >
          {t.states[state]} <span className="num">{formatCount(counts[state])}</span>
        </Link>
      ))}
    </nav>
  );
}

type ToolsProps = { readonly choice: StockListSearch; readonly categories: OwnCars['categories'] };

/**
 * The fields for search, brand and sort order. The values of these fields are stored in the URL, so that they survive a
 * reload.
 */
export function StockTools({ choice, categories }: ToolsProps): ReactElement {
  const navigate = useNavigate();
  const setFilters = (change: Record<string, unknown>) =>
    void navigate({
      to: '.',
      search: (currentSearch: Record<string, unknown>) =>
        readStockListSearch({ ...currentSearch, ...change, page: undefined }),
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <SearchBox label={t.search} value={choice.search ?? ''} onSearch={(search) => setFilters({ search })} />
      <Select
        label={t.brand}
        isLabelHidden
        value={choice.category ?? ''}
        onChange={(event) => setFilters({ category: event.currentTarget.value })}
      >
        <option value="">{t.allBrands}</option>
        {categories.map(({ category }) => (
          <option key={category} value={category}>
            {formatBrand(category)}
          </option>
        ))}
      </Select>
      <Select
        label={t.sort}
        isLabelHidden
        value={choice.sort ?? 'newest'}
        onChange={(event) => setFilters({ sort: event.currentTarget.value })}
      >
        {sellerCarSortOrders.map((order: SellerCarSortOrder) => (
          <option key={order} value={order}>
            {t.sorts[order]}
          </option>
        ))}
      </Select>
    </>
  );
}

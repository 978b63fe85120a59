import { Link, useNavigate } from '@tanstack/react-router';
import { BadgeCheck, SlidersHorizontal } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { listingMessages } from '#messages/listings';
import { makeButtonClass } from '../../../ui/button.tsx';
import { formatMoney } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Select } from '../../../ui/select.tsx';
import styles from './brand-page.module.css';
import { type ListingFilters, longCoeYears, readListingFilters, sortings } from './listing-filters.ts';

type FilterBarProps = {
  readonly filters: ListingFilters;
  /** The API's category of the page, for the search. */
  readonly category: string;
  /** The price of the 'Under' filter, in dollars. */
  readonly suggestedPriceLimit: number | null;
};

const t = listingMessages.filters;

/**
 * The filters and the sort order of a brand page. Each choice changes the URL, so that it can be shared and survives a
 * reload.
 */
export function FilterBar({ filters, category, suggestedPriceLimit }: FilterBarProps): ReactElement {
  const navigate = useNavigate();
  const setFilters = (change: Record<string, unknown>) =>
    void navigate({
      to: '.',
      search: (currentSearch: Record<string, unknown>) =>
        readListingFilters({ ...currentSearch, cars: undefined, ...change }),
      replace: true,
      resetScroll: false,
    });
  const priceLimit = filters.under ?? suggestedPriceLimit;
  return (
    <div className={styles.brandBar}>
      <div className="wrap">
        <fieldset className={styles.chips} aria-label={t.group}>
          <FilterChip isOn={filters.verified} onToggle={(isVerified) => setFilters({ verified: isVerified })}>
            <Icon of={BadgeCheck} />
            {t.verified}
          </FilterChip>
          <FilterChip isOn={filters.coe} onToggle={(isCoeChosen) => setFilters({ coe: isCoeChosen })}>
            {t.longCoe(longCoeYears)}
          </FilterChip>
          {priceLimit === null ? null : (
            <FilterChip
              isOn={filters.under !== undefined}
              onToggle={(isChosen) => setFilters({ under: isChosen ? priceLimit : undefined })}
            >
              <span className="num">{t.under(formatMoney(priceLimit))}</span>
            </FilterChip>
          )}
        </fieldset>
        <div className={styles.brandBarEnd}>
          <Select
            label={t.sort}
            isLabelHidden
            value={filters.sort ?? 'newest'}
            onChange={(event) => setFilters({ sort: event.currentTarget.value })}
          >
            {sortings.map((sorting) => (
              <option key={sorting} value={sorting}>
                {t.sortings[sorting]}
              </option>
            ))}
          </Select>
          <Link to="/cars" search={{ brand: [category] }} className={makeButtonClass({})} aria-label={t.all}>
            <Icon of={SlidersHorizontal} />
            <span className={styles.brandBarLong}>{t.all}</span>
          </Link>
        </div>
      </div>
    </div>
  );
}

type ChipProps = {
  readonly isOn: boolean | undefined;
  readonly onToggle: (isChosen: boolean) => void;
  readonly children: ReactNode;
};

function FilterChip({ isOn = false, onToggle, children }: ChipProps): ReactElement {
  return (
    <button className={styles.chip} type="button" aria-pressed={isOn} onClick={() => onToggle(!isOn)}>
      {children}
    </button>
  );
}

import { useNavigate } from '@tanstack/react-router';
import { BadgeCheck } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { money } from '../../lib/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Select } from '../../ui/select.tsx';
import { type ListingFilters, longCoe, readListingFilters, type Sorting, sortings } from './listing-filters.ts';

type FilterBarProps = {
  readonly filters: ListingFilters;
  /** The price that the third chip offers, in dollars. */
  readonly under: number | undefined;
};

/** Chips and the order of a brand page. Each choice changes the address, so it can be shared and survives a reload. */
export function FilterBar({ filters, under }: FilterBarProps): ReactElement {
  const navigate = useNavigate();
  const choose = (change: Record<string, unknown>) =>
    void navigate({
      to: '.',
      search: (present: Record<string, unknown>) => readListingFilters({ ...present, cars: undefined, ...change }),
      replace: true,
      resetScroll: false,
    });
  const limit = filters.under ?? under;
  return (
    <div className="bar2">
      <div className="wrap">
        <fieldset className="chips" aria-label="Show only">
          <Chip on={filters.verified} onToggle={(verified) => choose({ verified })}>
            <Icon of={BadgeCheck} />
            Verified sellers
          </Chip>
          <Chip on={filters.coe} onToggle={(coe) => choose({ coe })}>
            {longCoe} years of COE or more
          </Chip>
          {limit === undefined ? null : (
            <Chip on={filters.under !== undefined} onToggle={(on) => choose({ under: on ? limit : undefined })}>
              <span className="num">Under {money(limit)}</span>
            </Chip>
          )}
        </fieldset>
        <div className="bar2__end">
          <Select
            label="Sort"
            labelHidden
            value={filters.sort ?? 'newest'}
            onChange={(event) => choose({ sort: event.currentTarget.value })}
          >
            {(Object.keys(sortings) as Sorting[]).map((sorting) => (
              <option key={sorting} value={sorting}>
                {sortings[sorting]}
              </option>
            ))}
          </Select>
        </div>
      </div>
    </div>
  );
}

type ChipProps = {
  readonly on: boolean | undefined;
  readonly onToggle: (on: boolean) => void;
  readonly children: ReactNode;
};

function Chip({ on = false, onToggle, children }: ChipProps): ReactElement {
  return (
    <button className="chip" type="button" aria-pressed={on} onClick={() => onToggle(!on)}>
      {children}
    </button>
  );
}

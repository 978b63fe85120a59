import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { listingMessages } from '#messages/listings';
import { searchMessages } from '#messages/search';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { counted } from '../../ui/format.ts';
import { ListingSkeletons } from '../listings/browse/listing-skeletons.tsx';
import { MiniCard } from '../listings/browse/mini-card.tsx';
import { type AppliedPart, appliedParts, partsText } from './applied-parts.ts';
import type { CarSearch } from './car-search.ts';
import styles from './search-page.module.css';
import { withoutParts } from './search-parts.ts';
import { type FoundPage, isLoadingStock } from './search-queries.ts';

type NoAnswerProps = {
  readonly cars: UseInfiniteQueryResult<InfiniteData<FoundPage>>;
  readonly refusal: string | undefined;
};

/** Shown instead of the list while it is loading, after an error, or when the search is invalid. */
export function NoAnswer({ cars, refusal }: NoAnswerProps): ReactElement {
  if (refusal !== undefined) {
    return (
      <EmptyState title={searchMessages.refused.title} action={<ClearAll primary />}>
        {searchMessages.refused.body(refusal)}
      </EmptyState>
    );
  }
  if (!cars.isError) return <ListingSkeletons small />;
  const loading = isLoadingStock(cars.error);
  return (
    <ErrorState
      title={loading ? searchMessages.loadingStock.title : searchMessages.failed.title}
      busy={cars.isFetching}
      onRetry={() => void cars.refetch()}
    >
      {loading ? searchMessages.loadingStock.body : searchMessages.failed.body(cars.error.message)}
    </ErrorState>
  );
}

type NoCarsFoundProps = { readonly search: CarSearch; readonly nearest: FoundPage['nearest'] };

/** Shown when no car was found: the reason, each filter with a button that removes it, and the nearest cars. */
export function NoCarsFound({ search, nearest }: NoCarsFoundProps): ReactElement {
  return (
    <>
      <Reason search={search} nearest={nearest} />
      {nearest === null ? null : (
        <section className={styles.nearest} aria-labelledby="nearest">
          <h2 id="nearest">{searchMessages.empty.nearest}</h2>
          <div className="grid">
            {nearest.items.map((car) => (
              <MiniCard key={car._id} car={car} level={3} />
            ))}
          </div>
        </section>
      )}
    </>
  );
}

/** Maximum number of buttons that each remove a filter, when the nearest cars are shown below. */
const waysMaximum = 4;

function Reason({ search, nearest }: NoCarsFoundProps): ReactElement {
  // The last filter is the most likely cause. The filters that the nearest cars do not match are certain causes.
  const parts = appliedParts(search).toReversed();
  const isCause = ({ rest }: AppliedPart) => nearest?.without.some((name) => !(name in rest)) ?? false;
  const ways = nearest === null ? parts : [...parts.filter(isCause), ...parts.filter((part) => !isCause(part))];
  const together = nearest !== null && nearest.without.length > 1 ? withoutParts(search, ...namesOf(nearest)) : null;
  const cars = counted(nearest?.total ?? 0, listingMessages.car, listingMessages.cars);
  return (
    <EmptyState
      title={searchMessages.empty.title}
      action={
        <div className={styles.resultsWays}>
          {together === null ? null : (
            <Link to="/cars" search={together} resetScroll={false} className={buttonClass({ kind: 'primary' })}>
              {searchMessages.empty.showNearest(cars)}
            </Link>
          )}
          {ways.slice(0, nearest === null ? ways.length : waysMaximum).map(({ key, text, rest }, at) => (
            <Link
              key={key}
              to="/cars"
              search={rest}
              resetScroll={false}
              className={buttonClass({ kind: at === 0 && together === null ? 'primary' : 'plain' })}
            >
              {searchMessages.empty.without(text)}
            </Link>
          ))}
          <ClearAll primary={ways.length === 0 && together === null} />
        </div>
      }
    >
      {nearest === null
        ? searchMessages.empty.body
        : searchMessages.empty.reason(partsText(search, nearest.without), cars)}
    </EmptyState>
  );
}

/** Returns the parameters that were left out to find the nearest cars; all of them are parameters of a search. */
function namesOf(nearest: NonNullable<FoundPage['nearest']>): readonly (keyof CarSearch)[] {
  return nearest.without as readonly (keyof CarSearch)[];
}

function ClearAll({ primary = false }: { primary?: boolean }): ReactElement {
  return (
    <Link to="/cars" search={{}} resetScroll={false} className={buttonClass({ kind: primary ? 'primary' : 'plain' })}>
      {searchMessages.clear}
    </Link>
  );
}

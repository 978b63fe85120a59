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
import { appliedParts, partsText } from './applied-parts.ts';
import type { CarSearch } from './car-search.ts';
import styles from './search-page.module.css';
import { type FoundPage, isLoadingStock } from './search-queries.ts';

type NoAnswerProps = {
  readonly cars: UseInfiniteQueryResult<InfiniteData<FoundPage>>;
  readonly refusal: string | undefined;
};

/** Shown in place of the list while it is loading, after a failure, or when the search is invalid. */
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

/** Nothing was found: why, each filter with a button that removes it, and the nearest cars. */
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

function Reason({ search, nearest }: NoCarsFoundProps): ReactElement {
  // The last filter is the most likely cause.
  const parts = appliedParts(search).toReversed();
  return (
    <EmptyState
      title={searchMessages.empty.title}
      action={
        <div className={styles.resultsWays}>
          {parts.map(({ key, text, rest }, at) => (
            <Link
              key={key}
              to="/cars"
              search={rest}
              resetScroll={false}
              className={buttonClass({ kind: at === 0 ? 'primary' : 'plain' })}
            >
              {searchMessages.empty.without(text)}
            </Link>
          ))}
          <ClearAll primary={parts.length === 0} />
        </div>
      }
    >
      {nearest === null
        ? searchMessages.empty.body
        : searchMessages.empty.reason(
            partsText(search, nearest.without),
            counted(nearest.total, listingMessages.car, listingMessages.cars),
          )}
    </EmptyState>
  );
}

function ClearAll({ primary = false }: { primary?: boolean }): ReactElement {
  return (
    <Link to="/cars" search={{}} resetScroll={false} className={buttonClass({ kind: primary ? 'primary' : 'plain' })}>
      {searchMessages.clear}
    </Link>
  );
}

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

/** A search with fewer conditions, and what its button says. */
type Way = { readonly key: string; readonly text: string; readonly rest: CarSearch };

function Reason({ search, nearest }: NoCarsFoundProps): ReactElement {
  const ways = nearest === null ? waysOut(search) : waysToCars(search, nearest);
  return (
    <EmptyState
      title={searchMessages.empty.title}
      action={
        <div className={styles.resultsWays}>
          {ways.map(({ key, text, rest }, at) => (
            <Link
              key={key}
              to="/cars"
              search={rest}
              resetScroll={false}
              className={buttonClass({ kind: at === 0 ? 'primary' : 'plain' })}
            >
              {text}
            </Link>
          ))}
          <ClearAll primary={ways.length === 0} />
        </div>
      }
    >
      {nearest === null
        ? searchMessages.empty.body
        : searchMessages.empty.reason(partsText(search, nearest.without), carsText(nearest.total))}
    </EmptyState>
  );
}

function carsText(total: number): string {
  return counted(total, listingMessages.car, listingMessages.cars);
}

/** Without nearest cars: the search without each filter. The last filter is the most likely cause and comes first. */
function waysOut(search: CarSearch): readonly Way[] {
  return appliedParts(search)
    .toReversed()
    .map(({ key, text, rest }) => ({ key, text: searchMessages.empty.without(text), rest }));
}

/** Maximum number of buttons that each remove a condition, when the nearest cars are shown below. */
const waysMaximum = 4;

/**
 * The conditions that find cars when one of them is removed, with the number of cars. When no single condition is enough, the
 * conditions that the nearest cars do not meet are removed together.
 */
function waysToCars(search: CarSearch, nearest: NonNullable<FoundPage['nearest']>): readonly Way[] {
  const [single, cars] = [nearest.ways.slice(0, waysMaximum), carsText(nearest.total)];
  if (single.length > 0) return single.map(({ without, total }) => wayWithout(search, without, carsText(total)));
  const way = wayWithout(search, nearest.without, cars);
  return [isOneCondition(nearest.without) ? way : { ...way, text: searchMessages.empty.showNearest(cars) }];
}

function wayWithout(search: CarSearch, without: readonly string[], cars: string): Way {
  return {
    key: without.join(),
    text: searchMessages.empty.withoutFinds(partsText(search, without), cars),
    // The server names parameters of the search only.
    rest: withoutParts(search, ...(without as readonly (keyof CarSearch)[])),
  };
}

/** Whether the parameters are one condition: one parameter, or both ends of one range. */
function isOneCondition(parameters: readonly string[]): boolean {
  return new Set(parameters.map((name) => name.replace(/^(?:min|max)(?=[A-Z])/, ''))).size === 1;
}

function ClearAll({ primary = false }: { primary?: boolean }): ReactElement {
  return (
    <Link to="/cars" search={{}} resetScroll={false} className={buttonClass({ kind: primary ? 'primary' : 'plain' })}>
      {searchMessages.clear}
    </Link>
  );
}

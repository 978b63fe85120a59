import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { listingMessages } from '#messages/listings';
import { searchMessages } from '#messages/search';
import { searchResultMessages } from '#messages/search-results';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { counted } from '../../ui/format.ts';
import { ListingSkeletons } from '../listings/browse/listing-skeletons.tsx';
import { MiniCard } from '../listings/browse/mini-card.tsx';
import { describeParts, listAppliedParts } from './applied-parts.ts';
import type { CarSearch } from './car-search.ts';
import { areNear, explainNearest } from './explain-nearest.ts';
import styles from './search-page.module.css';
import { withoutParts } from './search-parts.ts';
import { type FoundPage, isLoadingStock } from './search-queries.ts';

type SearchUnansweredProps = {
  readonly cars: UseInfiniteQueryResult<InfiniteData<FoundPage>>;
  readonly refusal: string | undefined;
};

/** The text instead of the list: it is loading, the call failed, or the search is invalid. */
export function SearchUnanswered({ cars, refusal }: SearchUnansweredProps): ReactElement {
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

/**
 * The text when no car was found: the reason, each filter with a button that removes it, and the cars that match most
 * filters.
 */
export function NoCarsFound({ search, nearest }: NoCarsFoundProps): ReactElement {
  return (
    <>
      <NoCarsReason search={search} nearest={nearest} />
      {nearest === null ? null : (
        <section className={styles.nearest} aria-labelledby="nearest">
          <h2 id="nearest">
            {areNear(search, nearest) ? searchMessages.empty.nearest : searchResultMessages.otherCars}
          </h2>
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

/** A search with fewer conditions, and the text of the button that opens it. */
type Way = { readonly key: string; readonly text: string; readonly rest: CarSearch };

function NoCarsReason({ search, nearest }: NoCarsFoundProps): ReactElement {
  const ways = nearest === null ? suggestRelaxations(search) : waysToCars(search, nearest);
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
      {nearest === null ? searchMessages.empty.body : explainNearest(search, nearest, formatCarCount(nearest.total))}
    </EmptyState>
  );
}

function formatCarCount(total: number): string {
  return counted(total, listingMessages.car, listingMessages.cars);
}

/**
 * When the server names no nearest cars, the searches that each lack one filter. The filter that was added last is the
 * most likely cause and comes first.
 */
function suggestRelaxations(search: CarSearch): readonly Way[] {
  return listAppliedParts(search)
    .toReversed()
    .map(({ key, text, rest }) => ({ key, text: searchMessages.empty.without(text), rest }));
}

/** Maximum number of buttons that each remove a condition, when the nearest cars are shown below. */
const waysMaximum = 4;

/**
 * The searches that find cars because they lack one condition, with the number of cars. When no single condition is
 * enough, there is one search: it lacks all conditions that the nearest cars do not meet.
 */
function waysToCars(search: CarSearch, nearest: NonNullable<FoundPage['nearest']>): readonly Way[] {
  const [single, cars] = [nearest.ways.slice(0, waysMaximum), formatCarCount(nearest.total)];
  if (single.length > 0) return single.map(({ without, total }) => wayWithout(search, without, formatCarCount(total)));
  const suggestion = wayWithout(search, nearest.without, cars);
  return [
    isOneCondition(nearest.without) ? suggestion : { ...suggestion, text: searchMessages.empty.showNearest(cars) },
  ];
}

function wayWithout(search: CarSearch, without: readonly string[], cars: string): Way {
  return {
    key: without.join(),
    text: searchMessages.empty.withoutFinds(describeParts(search, without), cars),
    // The names in the response are those of parameters of the search.
    rest: withoutParts(search, ...(without as readonly (keyof CarSearch)[])),
  };
}

/** Whether the parameters belong to one condition: they are one parameter, or both bounds of one range. */
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

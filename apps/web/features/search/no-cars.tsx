import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { searchMessages } from '#messages/search';
import { searchResultMessages } from '#messages/search-results';
import { makeButtonClass } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { ListingSkeletons } from '../listings/browse/listing-skeletons.tsx';
import { MiniCard } from '../listings/browse/mini-card.tsx';
import { describeParameters, listAppliedFilters } from './applied-parts.ts';
import type { CarSearch } from './car-search.ts';
import { explainNearest, formatCarCount, haveNearestMatches, makeSimilarSearch } from './explain-nearest.ts';
import styles from './search-page.module.css';
import { countFilters, removeParameters } from './search-parts.ts';
import { type FoundPage, isServerLoadingCatalogue } from './search-queries.ts';

type SearchStateNoticeProps = {
  readonly cars: UseInfiniteQueryResult<InfiniteData<FoundPage>>;
  readonly refusal: string | undefined;
};

/** The text instead of the list while the list is loading, when the call failed, or when the search is invalid. */
export function SearchStateNotice({ cars, refusal }: SearchStateNoticeProps): ReactElement {
  if (refusal !== undefined) {
    return (
      <EmptyState title={searchMessages.refused.title} action={<ClearAllButton isPrimary />}>
        {searchMessages.refused.body(refusal)}
      </EmptyState>
    );
  }
  if (!cars.isError) return <ListingSkeletons isSmall />;
  const isLoading = isServerLoadingCatalogue(cars.error);
  return (
    <ErrorState
      title={isLoading ? searchMessages.loadingStock.title : searchMessages.failed.title}
      isRetrying={cars.isFetching}
      onRetry={() => void cars.refetch()}
    >
      {isLoading ? searchMessages.loadingStock.body : searchMessages.failed.body(cars.error.message)}
    </ErrorState>
  );
}

type NoCarsFoundProps = { readonly search: CarSearch; readonly nearestCars: FoundPage['nearest'] };

/**
 * The text when no car was found: the reason, each filter with a button that removes it, and the cars that match most
 * filters.
 */
export function NoCarsFound({ search, nearestCars }: NoCarsFoundProps): ReactElement {
  if (nearestCars === null) return <NoCarsReason search={search} nearestCars={nearestCars} />;
  return (
    <div className={styles.nothingFound}>
      <NoCarsReason search={search} nearestCars={nearestCars} />
      <section className={styles.nearest} aria-labelledby="nearest">
        <h2 id="nearest">
          {haveNearestMatches(search, nearestCars) ? searchMessages.empty.nearest : searchResultMessages.otherCars}
        </h2>
        <div className="grid">
          {nearestCars.items.map((car) => (
            <MiniCard key={car._id} car={car} headingLevel={3} />
          ))}
        </div>
      </section>
    </div>
  );
}

/** A search with fewer conditions, and the text of the button that opens it. */
type Relaxation = { readonly key: string; readonly text: string; readonly remainingSearch: CarSearch };

function NoCarsReason({ search, nearestCars }: NoCarsFoundProps): ReactElement {
  const ways = nearestCars === null ? suggestRelaxations(search) : listRelaxations(search, nearestCars);
  // When the search has only one filter, the button that removes the filter does the same as clearing all filters.
  const isSameAsClearingAll = ways.length === 1 && countFilters(search) === 1 && search.q === undefined;
  return (
    <EmptyState
      title={searchMessages.empty.title}
      action={
        <div className={styles.resultsWays}>
          {ways.map(({ key, text, remainingSearch }, at) => (
            <Link
              key={key}
              to="/cars"
              search={remainingSearch}
              resetScroll={false}
              className={makeButtonClass({ kind: at === 0 ? 'primary' : 'plain' })}
            >
              {text}
            </Link>
          ))}
          {isSameAsClearingAll ? null : <ClearAllButton isPrimary={ways.length === 0} />}
        </div>
      }
    >
      {nearestCars === null
        ? searchMessages.empty.body
        : explainNearest(search, nearestCars, formatCarCount(nearestCars.total))}
    </EmptyState>
  );
}

/**
 * Suggests the searches that each lack one filter, for a response of the server without nearest cars. The filter that
 * was added last comes first, because it is the most likely cause.
 */
function suggestRelaxations(search: CarSearch): readonly Relaxation[] {
  return listAppliedFilters(search)
    .toReversed()
    .map(({ key, text, remainingSearch }) => ({ key, text: searchMessages.empty.without(text), remainingSearch }));
}

/** Maximum number of buttons that each remove a condition, when the nearest cars are shown below. */
const relaxationCountMaximum = 4;

/**
 * The searches that lack one condition and therefore find cars, with the number of these cars. When the removal of one
 * condition is not enough, the result is one search. This search finds cars similar to makes and models that are not on
 * sale, or leaves out all conditions that the nearest cars do not meet.
 */
function listRelaxations(search: CarSearch, nearestCars: NonNullable<FoundPage['nearest']>): readonly Relaxation[] {
  const [singleWays, cars] = [nearestCars.ways.slice(0, relaxationCountMaximum), formatCarCount(nearestCars.total)];
  if (singleWays.length > 0)
    return singleWays.map(({ without, total }) => makeRelaxation(search, without, formatCarCount(total)));
  const similarSearch = makeSimilarSearch(search, nearestCars);
  if (similarSearch !== undefined) {
    const text = searchMessages.empty.showNearest(formatCarCount(nearestCars.likeTotal));
    return [{ key: 'like', text, remainingSearch: similarSearch }];
  }
  const combinedRelaxation = makeRelaxation(search, nearestCars.without, cars);
  return [
    isSingleCondition(nearestCars.without)
      ? combinedRelaxation
      : { ...combinedRelaxation, text: searchMessages.empty.showNearest(cars) },
  ];
}

function makeRelaxation(search: CarSearch, removedParameters: readonly string[], cars: string): Relaxation {
  return {
    key: removedParameters.join(),
    text: searchMessages.empty.withoutFinds(describeParameters(search, removedParameters), cars),
    // The names in the response are names of parameters of the search.
    remainingSearch: removeParameters(search, ...listRemovedNames(removedParameters)),
  };
}

/**
 * Returns the parameters to remove. With the text, the preferred phrases are removed too, because each found car needs
 * one of these phrases.
 */
function listRemovedNames(parameters: readonly string[]): readonly (keyof CarSearch)[] {
  const names = parameters as readonly (keyof CarSearch)[];
  return names.includes('q') ? [...names, 'prefer', 'preferOnly'] : names;
}

/** Whether the parameters are one condition: a single parameter, or both bounds of one range. */
function isSingleCondition(parameters: readonly string[]): boolean {
  return new Set(parameters.map((name) => name.replace(/^(?:min|max)(?=[A-Z])/, ''))).size === 1;
}

function ClearAllButton({ isPrimary = false }: { isPrimary?: boolean }): ReactElement {
  return (
    <Link
      to="/cars"
      search={{}}
      resetScroll={false}
      className={makeButtonClass({ kind: isPrimary ? 'primary' : 'plain' })}
    >
      {searchMessages.clear}
    </Link>
  );
}

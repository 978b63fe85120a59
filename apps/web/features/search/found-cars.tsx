import { carsPerSearchPage } from '@carhouse/contract/search';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type MouseEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { searchMessages } from '#messages/search';
import { toastError } from '../../app/toasts.tsx';
import { useReplaceSearch } from '../../app/use-replace-search.ts';
import { makeButtonClass } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { CompareButton } from '../compare/compare-button.tsx';
import styles from '../listings/browse/list-parts.module.css';
import { MiniCard } from '../listings/browse/mini-card.tsx';
import { ShownCount, useFocusAddedCar } from '../listings/browse/shown-of.tsx';
import type { CarSearch } from './car-search.ts';
import { HighlightedText } from './highlighted.tsx';
import { removeParameters } from './search-parts.ts';
import type { FoundPage } from './search-queries.ts';
import { useNearViewport } from './use-near.ts';

const sizes = '(min-width: 92rem) 21rem, (min-width: 80rem) 22vw, (min-width: 48rem) 45vw, 94vw';

/**
 * Number of pages that load automatically near the end of the list. Further pages need a click, so that the footer can
 * be reached.
 */
const automaticPageCount = 5;

type FoundCarsProps = {
  readonly search: CarSearch;
  readonly cars: UseInfiniteQueryResult<InfiniteData<FoundPage>>;
  readonly total: number;
};

/**
 * The list of found cars. More cars are loaded when the user scrolls near the end or presses the button. Without
 * scripts a link leads to the next page.
 */
export function FoundCars({ search, cars, total }: FoundCarsProps): ReactElement {
  const [isFetching, setIsFetching] = useState(false);
  const pages = cars.data?.pages ?? [];
  // When a car is posted or sold between the requests for two pages, another car may be on both pages. A car that is on
  // two pages is shown once.
  const shownCars = [...new Map(pages.flatMap(({ items }) => items).map((car) => [car._id, car])).values()];
  const nextCursor = pages.at(-1)?.next ?? null;
  const searchedWords =
    search.q === undefined ? [] : [search.q, ...(pages[0]?.corrections ?? []).map(({ meant }) => meant)];
  const focusAddedCar = useFocusAddedCar(shownCars);
  useShownCountInUrl(search, cars.isPlaceholderData ? 0 : shownCars.length);
  const fetchMore = async () => {
    if (isFetching || cars.isPlaceholderData) return;
    setIsFetching(true);
    const { isFetchNextPageError } = await cars.fetchNextPage();
    setIsFetching(false);
    if (!isFetchNextPageError) return;
    focusAddedCar(undefined);
    toastError(searchMessages.moreFailed);
  };
  const showMore = (event: MouseEvent) => {
    event.preventDefault();
    focusAddedCar(shownCars.length);
    void fetchMore();
  };
  const shouldLoadAutomatically =
    nextCursor !== null && pages.length < automaticPageCount && !cars.isFetchNextPageError;
  const listEndRef = useNearViewport(shouldLoadAutomatically && !isFetching, () => void fetchMore());
  return (
    <>
      <div className="grid">
        {shownCars.map((car, index) => (
          <MiniCard
            key={car._id}
            car={car}
            headingLevel={2}
            sizes={sizes}
            isImageEager={index < 3}
            isFirst={index === 0}
            title={searchedWords.length === 0 ? car.title : <HighlightedText text={car.title} words={searchedWords} />}
          >
            <CompareButton car={car} />
          </MiniCard>
        ))}
      </div>
      {search.before === undefined ? (
        total > carsPerSearchPage ? (
          <ShownCount totalCarCount={total} shownCarCount={Math.min(shownCars.length, total)} />
        ) : null
      ) : (
        <div className={styles.more}>
          <Link to="/cars" search={removeParameters(search)} className="link">
            {searchMessages.fromStart}
          </Link>
        </div>
      )}
      {nextCursor === null ? null : (
        <div className={`${styles.more} ${styles.moreButton}`} ref={listEndRef}>
          <Link
            to="/cars"
            search={{ ...removeParameters(search), before: nextCursor }}
            preload={false}
            className={makeButtonClass({ isLarge: true })}
            aria-busy={isFetching || undefined}
            onClick={showMore}
          >
            {isFetching ? <Spinner /> : null}
            {searchMessages.showMore(formatCount(countNextCars(search, total, shownCars.length)))}
          </Link>
        </div>
      )}
    </>
  );
}

/**
 * Returns the number of cars that the next 'show more' adds. For a list that starts at a later page, the number of
 * remaining cars is unknown.
 */
function countNextCars(search: CarSearch, total: number, shownCount: number): number {
  return search.before === undefined ? Math.max(1, Math.min(carsPerSearchPage, total - shownCount)) : carsPerSearchPage;
}

/** Writes the number of shown cars into the URL, so that a reload, or another user with the URL, sees the same list. */
function useShownCountInUrl(search: CarSearch, shownCount: number): void {
  const replaceSearch = useReplaceSearch();
  const countInUrlRef = useRef(search.cars ?? carsPerSearchPage);
  useEffect(() => {
    if (search.before !== undefined || shownCount <= carsPerSearchPage || shownCount <= countInUrlRef.current) return;
    if (replaceSearch(() => ({ ...search, cars: shownCount }))) countInUrlRef.current = shownCount;
  });
}

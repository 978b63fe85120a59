import { searchPage } from '@carhouse/contract/search';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type MouseEvent, type ReactElement, useState } from 'react';
import { search as words } from '#texts/search';
import { count } from '../../lib/format.ts';
import { toastError } from '../../toasts.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Wheel } from '../../ui/wheel.tsx';
import { MiniCard } from '../listings/mini-card.tsx';
import { ShownOf } from '../listings/shown-of.tsx';
import { useReadOn } from '../listings/use-read-on.ts';
import { type CarSearch, without } from './car-search.ts';
import type { FoundPage } from './search-queries.ts';

const sizes = '(min-width: 92rem) 21rem, (min-width: 80rem) 22vw, (min-width: 48rem) 45vw, 94vw';

type FoundCarsProps = {
  readonly search: CarSearch;
  readonly cars: UseInfiniteQueryResult<InfiniteData<FoundPage>>;
  readonly total: number;
};

/** The cars, and more of them on request. Without a script the same link leads to the page that follows. */
export function FoundCars({ search, cars, total }: FoundCarsProps): ReactElement {
  const [fetching, setFetching] = useState(false);
  const pages = cars.data?.pages ?? [];
  // A car that was posted or sold between two pages may come twice.
  const shown = [...new Map(pages.flatMap(({ items }) => items).map((car) => [car._id, car])).values()];
  const next = pages.at(-1)?.next ?? null;
  const goOnAt = useReadOn(shown);
  const showMore = async (event: MouseEvent) => {
    event.preventDefault();
    if (fetching) return;
    setFetching(true);
    goOnAt(shown.length);
    const { isFetchNextPageError } = await cars.fetchNextPage();
    setFetching(false);
    if (isFetchNextPageError) toastError(words.moreFailed);
  };
  return (
    <>
      <div className="grid">
        {shown.map((car, place) => (
          <MiniCard key={car._id} car={car} level={2} sizes={sizes} eager={place < 3} first={place === 0} />
        ))}
      </div>
      {search.before === undefined ? (
        total > searchPage ? (
          <ShownOf total={total} shown={shown.length} />
        ) : null
      ) : (
        <div className="more">
          <Link to="/cars" search={without(search)} className="link">
            {words.fromStart}
          </Link>
        </div>
      )}
      {next === null ? null : (
        <div className="more more--button">
          <Link
            to="/cars"
            search={{ ...search, before: next }}
            preload={false}
            className={buttonClass({ large: true })}
            aria-busy={fetching || undefined}
            onClick={(event) => void showMore(event)}
          >
            {fetching ? <Wheel /> : null}
            {words.showMore(count(more(search, total, shown.length)))}
          </Link>
        </div>
      )}
    </>
  );
}

/** How many the next step shows. On a page that begins further on, the rest is not known. */
function more(search: CarSearch, total: number, shown: number): number {
  return search.before === undefined ? Math.max(1, Math.min(searchPage, total - shown)) : searchPage;
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { SlidersHorizontal } from 'lucide-react';
import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { listingMessages } from '#messages/listings';
import { searchMessages } from '#messages/search';
import { useClient } from '../../app/api.ts';
import { formatCountWithNoun } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { CompareTray } from '../compare/compare-tray.tsx';
import { RecentCars } from '../recent/recent-cars.tsx';
import { AppliedFilters, QueryInterpretation } from './applied-filters.tsx';
import { type CarSearch, readCarSearch, removePosition } from './car-search.ts';
import { FacetSheet, Facets, facetsId } from './facets.tsx';
import { FoundCars } from './found-cars.tsx';
import { NoCarsFound, SearchStateNotice } from './no-cars.tsx';
import { SavedSearches } from './saved-searches.tsx';
import { SearchBox } from './search-box.tsx';
import styles from './search-page.module.css';
import { countFilters } from './search-parts.ts';
import { carsQuery, findInvalidParameter, findInvalidSearchMessage } from './search-queries.ts';
import { fillSearchForm, readSearchInForm } from './show-search.ts';
import { SortSelect } from './sort-select.tsx';

/**
 * HTML id of the form to which all fields of the search belong, wherever they are on the page. The form is a plain HTML
 * form that works without scripts.
 */
const formId = 'car-search';
/** HTML id of the results, to which a link before the filters leads. */
const resultsId = 'results';

type SearchPageProps = {
  readonly search: CarSearch;
  /** The server's error message for an invalid search, known when the page was rendered. */
  readonly refusal: string | undefined;
};

/** The page with all cars on sale, which can be searched, filtered and sorted. The page is open to all users. */
export function SearchPage({ search, refusal: firstRefusal }: SearchPageProps): ReactElement {
  const carsResult = useInfiniteQuery(carsQuery(useClient(), search));
  const navigate = useNavigate();
  const formRef = useRef<HTMLFormElement>(null);
  const resultsRef = useRef<HTMLDivElement>(null);
  const [sheet, setSheet] = useState(false);
  const firstPage = carsResult.data?.pages[0];
  const total = firstPage?.total;
  const formStateRef = useFieldsOfSearch(formRef, search);
  const applyFields = () => {
    if (formRef.current === null) return;
    const typedSearch = readSearchInForm(formRef.current, formStateRef.current.search);
    formStateRef.current = { search: removePosition(typedSearch), stale: true };
    void navigate({ to: '/cars', search: typedSearch, resetScroll: false });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSheet(false);
    applyFields();
    // A user who has scrolled down is moved to the first car of the new result. A change of one filter does not scroll
    // the page, because the filter would leave the screen.
    if ((resultsRef.current?.getBoundingClientRect().top ?? 0) < 0)
      resultsRef.current?.scrollIntoView({ behavior: 'instant' });
  };
  const refusal = findInvalidSearchMessage(carsResult.error) ?? firstRefusal;
  const resultCountText =
    total === undefined ? undefined : formatCountWithNoun(total, listingMessages.car, listingMessages.cars);
  const facets = {
    formId,
    search,
    resultCountText,
    counts: firstPage?.facets,
    fault:
      refusal === undefined
        ? undefined
        : { field: findInvalidParameter(carsResult.error) ?? 'maxPrice', message: refusal },
    onChange: applyFields,
  };
  const filterCount = countFilters(search);
  return (
    <main id="main" className={`wrap ${styles.carSearch}`} tabIndex={-1}>
      <a className="skip" href={`#${resultsId}`}>
        {searchMessages.skipToResults}
      </a>
      {sheet ? <FacetSheet {...facets} onClose={() => setSheet(false)} /> : <Facets {...facets} />}
      <div className={styles.results} ref={resultsRef}>
        <SearchBox id={formId} ref={formRef} search={search} onSubmit={submit} />
        <div className={styles.resultsBar}>
          <h1>{describeResults(total, resultCountText, carsResult.isError || refusal !== undefined)}</h1>
          <p className="visually-hidden" role="status">
            {total === undefined || carsResult.isPlaceholderData ? '' : describeResults(total, resultCountText, false)}
          </p>
          <div className={styles.resultsEnd}>
            <button
              className={`btn ${styles.carSearchFilters}`}
              type="button"
              // Without scripts this button opens the filters as a popover.
              popoverTarget={facetsId}
              onClick={(event) => {
                event.preventDefault();
                setSheet(true);
              }}
            >
              <Icon of={SlidersHorizontal} />
              {filterCount === 0 ? searchMessages.filters : searchMessages.filtersSet(filterCount)}
            </button>
            <SavedSearches search={search} />
            {/* The nearest cars have an order of their own. */}
            {total === 0 ? null : <SortSelect formId={formId} search={search} onChange={applyFields} />}
          </div>
        </div>
        <AppliedFilters search={search} corrections={firstPage?.corrections ?? []} />
        <QueryInterpretation
          search={search}
          corrections={firstPage?.corrections ?? []}
          isResultPartial={firstPage?.partial ?? false}
          isEmpty={total === 0}
        />
        <section
          className={styles.resultsList}
          id={resultsId}
          tabIndex={-1}
          aria-label={searchMessages.results}
          aria-busy={carsResult.isFetching && !carsResult.isFetchingNextPage}
        >
          {carsResult.data === undefined ? (
            <SearchStateNotice cars={carsResult} refusal={refusal} />
          ) : total === 0 ? (
            <NoCarsFound search={search} nearestCars={firstPage?.nearest ?? null} />
          ) : (
            <FoundCars search={search} cars={carsResult} total={total ?? 0} />
          )}
        </section>
        <RecentCars />
      </div>
      <CompareTray />
    </main>
  );
}

function describeResults(total: number | undefined, resultCountText: string | undefined, hasFailed: boolean): string {
  if (total === undefined || resultCountText === undefined)
    return hasFailed ? searchMessages.failedHeading : searchMessages.looking;
  return total === 0 ? searchMessages.none : resultCountText;
}

/**
 * Makes the fields show the search in the URL, for example when a filter is removed, without losing the focus.
 *
 * @returns the search that the fields show, and whether this search differs from the one in the URL
 */
function useFieldsOfSearch(formRef: { readonly current: HTMLFormElement | null }, search: CarSearch) {
  const searchKey = JSON.stringify(removePosition(search));
  const formStateRef = useRef({ search: removePosition(search), stale: false });
  const router = useRouter();
  useEffect(() => {
    const showSearchOfUrl = () => {
      const { search: lastSearch, stale: isStale } = formStateRef.current;
      // While a newer search loads, the fields already show the newer search, which the visitor has just chosen.
      const latestSearch = removePosition(readCarSearch(router.latestLocation.search));
      if (JSON.stringify(latestSearch) !== searchKey) return;
      if (formRef.current === null || (!isStale && JSON.stringify(lastSearch) === searchKey)) return;
      const urlSearch = JSON.parse(searchKey) as CarSearch;
      formStateRef.current = { search: urlSearch, stale: false };
      fillSearchForm(formRef.current, urlSearch, lastSearch);
    };
    showSearchOfUrl();
    // A search that was cancelled before its response arrived has changed the fields, so the fields are reset here.
    return router.subscribe('onResolved', showSearchOfUrl);
  }, [formRef, searchKey, router]);
  return formStateRef;
}

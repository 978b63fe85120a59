import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { SlidersHorizontal } from 'lucide-react';
import { type FormEvent, type ReactElement, useEffect, useRef } from 'react';
import { listings } from '#texts/listings';
import { search as words } from '#texts/search';
import { useClient } from '../../api.ts';
import { counted } from '../../lib/format.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { brandName } from '../listings/brand-facts.ts';
import { AppliedFilters } from './applied-filters.tsx';
import { type CarSearch, filtersSet, readCarSearch, without } from './car-search.ts';
import { Facets, facetsId } from './facets.tsx';
import { FoundCars } from './found-cars.tsx';
import { SearchBox } from './search-box.tsx';
import './search-page.css';
import { carsQuery, refusalOf } from './search-queries.ts';
import { SearchSkeletons } from './search-skeletons.tsx';
import { showSearch } from './show-search.ts';
import { SortSelect } from './sort-select.tsx';

/** Where all fields of the search belong, wherever they stand on the page. A plain form: it works without a script. */
const formId = 'car-search';

type SearchPageProps = {
  readonly search: CarSearch;
  /** What the server has found wrong with it while the page was rendered. */
  readonly refusal: string | undefined;
};

/** All cars on offer, searched, narrowed down and put in order. For everybody. */
export function SearchPage({ search, refusal: firstRefusal }: SearchPageProps): ReactElement {
  const cars = useInfiniteQuery(carsQuery(useClient(), search));
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const total = cars.data?.pages[0]?.total;
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    document.getElementById(facetsId)?.hidePopover();
    apply(event.currentTarget);
  };
  const apply = (from: HTMLFormElement) => {
    const typed = readCarSearch(Object.fromEntries(new FormData(from)));
    shown.current = { search: typed, stale: true };
    void navigate({ to: '/cars', search: typed, resetScroll: false });
  };
  const applyNow = () => {
    if (form.current !== null) apply(form.current);
  };
  // The fields follow the address, for example when a filter is taken back, and keep the focus.
  const asked = JSON.stringify(search);
  const shown = useRef({ search, stale: false });
  const router = useRouter();
  useEffect(() => {
    const follow = () => {
      const { search: last, stale } = shown.current;
      if (form.current === null || (!stale && JSON.stringify(last) === asked)) return;
      const now = JSON.parse(asked) as CarSearch;
      shown.current = { search: now, stale: false };
      showSearch(form.current, now, last);
    };
    follow();
    // A search that was taken back before its answer came has never been asked here, yet its fields have been filled.
    return router.subscribe('onResolved', follow);
  }, [asked, router]);
  const refusal = refusalOf(cars.error) ?? firstRefusal;
  const found = total === undefined ? undefined : counted(total, listings.car, listings.cars);
  return (
    <main id="main" className="wrap s" tabIndex={-1}>
      <Facets formId={formId} search={search} found={found} fault={refusal} onChange={applyNow} />
      <div className="res">
        <SearchBox id={formId} ref={form} typed={search.q ?? ''} onSubmit={send} />
        <div className="res__bar">
          <h1>{heading(total, found, cars.isError || refusal !== undefined)}</h1>
          <p className="sr" role="status">
            {total === undefined ? '' : heading(total, found, false)}
          </p>
          <div className="res__end">
            <button className="btn s__fbtn" type="button" popoverTarget={facetsId}>
              <Icon of={SlidersHorizontal} />
              {filtersSet(search) === 0 ? words.filters : words.filtersSet(filtersSet(search))}
            </button>
            <SortSelect formId={formId} sort={search.sort} onChange={applyNow} />
          </div>
        </div>
        <AppliedFilters search={search} />
        {cars.data === undefined ? (
          refusal !== undefined ? (
            <EmptyState title={words.refused.title} action={<ClearAll primary />}>
              {words.refused.body(refusal)}
            </EmptyState>
          ) : cars.isError ? (
            <ErrorState title={words.failed.title} busy={cars.isFetching} onRetry={() => void cars.refetch()}>
              {words.failed.body(cars.error.message)}
            </ErrorState>
          ) : (
            <SearchSkeletons />
          )
        ) : total === 0 ? (
          <Nothing search={search} />
        ) : (
          <FoundCars search={search} cars={cars} total={total ?? 0} />
        )}
      </div>
    </main>
  );
}

function heading(total: number | undefined, found: string | undefined, failed: boolean): string {
  if (total === undefined || found === undefined) return failed ? words.failedHeading : words.looking;
  return total === 0 ? words.none : found;
}

function ClearAll({ primary = false }: { primary?: boolean }): ReactElement {
  return (
    <Link to="/cars" search={{}} className={buttonClass({ kind: primary ? 'primary' : 'plain' })}>
      {words.clear}
    </Link>
  );
}

/** Nothing was found: each part that may be in the way can be taken back. */
function Nothing({ search }: { search: CarSearch }): ReactElement {
  const { q, brand, minPrice, maxPrice } = search;
  const ways: { readonly label: string; readonly to: CarSearch }[] = [];
  if ((minPrice ?? maxPrice) !== undefined) {
    ways.push({ label: words.empty.withoutPrice, to: without(search, 'minPrice', 'maxPrice') });
  }
  if (brand !== undefined) {
    ways.push({ label: words.empty.withoutBrand(brandName(brand)), to: without(search, 'brand') });
  }
  if (q !== undefined) ways.push({ label: words.empty.withoutWords, to: without(search, 'q') });
  return (
    <EmptyState
      title={words.empty.title}
      action={
        <div className="res__ways">
          {ways.map(({ label, to }, at) => (
            <Link key={label} to="/cars" search={to} className={buttonClass({ kind: at === 0 ? 'primary' : 'plain' })}>
              {label}
            </Link>
          ))}
          <ClearAll primary={ways.length === 0} />
        </div>
      }
    >
      {words.empty.body}
    </EmptyState>
  );
}

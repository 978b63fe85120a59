import type { Product } from '@carhouse/contract/listings';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { flushSync } from 'react-dom';
import { useClient } from '../../api.ts';
import { count, counted, money } from '../../lib/format.ts';
import type { BrandPage as Brand } from '../../paths.ts';
import { useSignedInUser } from '../../session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Gauge } from '../../ui/gauge.tsx';
import { BookingDialog } from '../bookings/booking-dialog.tsx';
import { BookButton } from './book-button.tsx';
import { brandFacts } from './brand-facts.ts';
import './brand-page.css';
import { FilterBar } from './filter-bar.tsx';
import { ListingCard } from './listing-card.tsx';
import { filterListings, middlePrice, readListingFilters } from './listing-filters.ts';
import { brandDatasQuery, brandsQuery } from './listing-queries.ts';
import { ListingSkeletons } from './listing-skeletons.tsx';

/** Cars of the first view, and of each further step: whole rows at one, two and three columns. */
const step = 12;
/** The call answers with at most this many, newest first (architecture, The API). */
const longestList = 200;

/** One of the five collections (specification, section 2): the wordmark, the choices, the cards. */
export function BrandPage({ brand }: { brand: Brand }): ReactElement {
  const { name, lead } = brandFacts[brand];
  const list = useQuery(brandDatasQuery(useClient(), brand));
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap bhead">
        <h1 className={name.length > 8 ? 'word word--long' : 'word'}>{name}</h1>
        <div>
          <p>{lead}</p>
          <OnOffer brand={brand} cars={list.data} />
        </div>
      </div>
      {list.data === undefined || list.data.length === 0 ? (
        <div className="wrap bstate">
          {list.isError ? (
            <ErrorState title="The list did not arrive" busy={list.isFetching} onRetry={() => void list.refetch()}>
              The cars of {name} could not be fetched. {list.error.message}
            </ErrorState>
          ) : list.data === undefined ? (
            <ListingSkeletons />
          ) : (
            <NoCars name={name} />
          )}
        </div>
      ) : (
        <Collection cars={list.data} name={name} />
      )}
      <div className="section--tight" />
    </main>
  );
}

/** `24 cars, $598,000 to $1,388,000`, from the brand's own totals: the list may be only a part. */
function OnOffer({ brand, cars }: { brand: Brand; cars: readonly Product[] | undefined }): ReactElement | null {
  const brands = useQuery(brandsQuery(useClient()));
  const totals = brands.data?.find((row) => row.pagePath === `/${brand}`);
  if (cars === undefined || cars.length === 0) return null;
  const prices = cars.map((car) => car.resalePrice);
  const lowest = totals?.lowestPrice ?? Math.min(...prices);
  const highest = totals?.highestPrice ?? Math.max(...prices);
  return (
    <p className="num">
      {counted(totals?.cars ?? cars.length, 'car', 'cars')}, {money(lowest)}
      {lowest === highest ? '' : ` to ${money(highest)}`}
    </p>
  );
}

function Collection({ cars, name }: { cars: readonly Product[]; name: string }): ReactElement {
  // Of this page, also while the next one is on its way.
  const filters = readListingFilters(useSearch({ strict: false }));
  const { cars: shown, ...choices } = filters;
  const matching = filterListings(cars, filters);
  return (
    <>
      <FilterBar filters={filters} under={middlePrice(cars)} />
      <div className="wrap">
        <p className="sr" role="status">
          {counted(matching.length, 'car matches', 'cars match')}
        </p>
        {matching.length === 0 ? (
          <EmptyState
            title={`No ${name} matches`}
            action={
              <Link to="." search={{}} replace className={buttonClass({ kind: 'primary' })}>
                Show all
              </Link>
            }
          >
            All {count(cars.length)} are a step away: take one of the choices back.
          </EmptyState>
        ) : (
          // Other choices begin at the first step again.
          <Cards key={JSON.stringify(choices)} cars={matching} firstShown={Math.max(shown ?? step, step)} />
        )}
        {cars.length >= longestList ? (
          <p className="more num">These are the newest {count(longestList)} cars of the collection.</p>
        ) : null}
      </div>
    </>
  );
}

function Cards({ cars, firstShown }: { cars: readonly Product[]; firstShown: number }): ReactElement {
  const user = useSignedInUser();
  const navigate = useNavigate();
  const [shown, setShown] = useState(firstShown);
  const [booked, setBooked] = useState<Product>();
  const rest = cars.length - shown;
  const showMore = () => {
    flushSync(() => setShown(shown + step));
    // Reading goes on where the new cars begin.
    document.getElementById(`car-${cars[shown]?._id}`)?.focus();
    void navigate({
      to: '.',
      search: (present: Record<string, unknown>) => readListingFilters({ ...present, cars: shown + step }),
      replace: true,
      resetScroll: false,
    });
  };
  return (
    <>
      <div className="grid">
        {cars.slice(0, shown).map((car, place) => (
          <ListingCard
            key={car._id}
            car={car}
            eager={place < 3}
            actions={<BookButton car={car} user={user} onBook={() => setBooked(car)} />}
          />
        ))}
      </div>
      {cars.length > step ? <More total={cars.length} shown={Math.min(shown, cars.length)} /> : null}
      {rest > 0 ? (
        <div className="more more--button">
          <Button large onClick={showMore}>
            Show {Math.min(step, rest)} more
          </Button>
        </div>
      ) : null}
      {booked === undefined ? null : <BookingDialog car={booked} user={user} onClose={() => setBooked(undefined)} />}
    </>
  );
}

const widestGauge = 40;

function More({ total, shown }: { total: number; shown: number }): ReactElement {
  const of = Math.min(total, widestGauge);
  return (
    <div className="more">
      <Gauge of={of} lit={Math.round((shown / total) * of)} />
      <span className="num">
        {count(shown)} of {count(total)} cars
      </span>
    </div>
  );
}

function NoCars({ name }: { name: string }): ReactElement {
  return (
    <EmptyState
      title={`No ${name} on sale today`}
      action={
        <Link to="/home" className={buttonClass({ kind: 'primary' })}>
          See the other collections
        </Link>
      }
    >
      New cars are posted most days. The other collections are open.
    </EmptyState>
  );
}

import type { Product } from '@carhouse/contract/listings';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { listingMessages } from '#messages/listings';
import { useClient } from '../../../app/api.ts';
import type { BrandPage as Brand } from '../../../app/paths.ts';
import { useSignedInUser } from '../../../app/session.ts';
import { toastError } from '../../../app/toasts.tsx';
import { useReplaceSearch } from '../../../app/use-replace-search.ts';
import { Button, makeButtonClass } from '../../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../../ui/empty-state.tsx';
import { formatCount, formatCountWithNoun, formatMoney } from '../../../ui/format.ts';
import { BookingDialog } from '../../bookings/booking-dialog.tsx';
import { BookButton } from './book-button.tsx';
import styles from './brand-page.module.css';
import { brandCarsQuery } from './brand-page-queries.ts';
import { FilterBar } from './filter-bar.tsx';
import listPartsStyles from './list-parts.module.css';
import { ListingCard } from './listing-card.tsx';
import { type BrandView, carsPerStep, type ListingFilters, readListingFilters } from './listing-filters.ts';
import { brandsQuery } from './listing-queries.ts';
import { ListingSkeletons } from './listing-skeletons.tsx';
import { ShownCount, useFocusAddedCar } from './shown-of.tsx';
import { WishButton } from './wish-button.tsx';

/** The API's category for each collection. */
const categoryByBrand: Readonly<Record<Brand, string>> = {
  mercedes: 'Mercedes_Benz',
  rolls: 'Rolls_Royce',
  tesla: 'Tesla',
  ferrari: 'Ferrari',
  audi: 'Audi',
};

/** Maximum number of cars in the response, newest first (`page-cursor.ts` of the server). */
const maxListedCarCount = 200;

/**
 * The page of one of the five collections (specification, section 2): the brand's name, the filters and the cards of
 * its cars.
 */
export function BrandPage({ brand }: { brand: Brand }): ReactElement {
  const { name, lead: leadText } = listingMessages.brandPages[brand];
  // The current filters of this page, even while the next page loads.
  const filters = readListingFilters(useSearch({ strict: false }));
  const list = useQuery(brandCarsQuery(useClient(), brand, filters));
  const view = list.data;
  return (
    <main id="main" tabIndex={-1}>
      <div className={`wrap ${styles.brandHead}`}>
        <h1 className={name.length > 8 ? `word ${styles.wordLong}` : 'word'}>{name}</h1>
        <div>
          <p>{leadText}</p>
          <BrandOfferSummary brand={brand} view={view} />
        </div>
      </div>
      {view === undefined || view.totalCount === 0 ? (
        <div className={`wrap ${styles.brandState}`}>
          {list.isError ? (
            <ErrorState
              title={listingMessages.listFailed.title}
              isRetrying={list.isFetching}
              onRetry={() => void list.refetch()}
            >
              {listingMessages.listFailed.body(name, list.error.message)}
            </ErrorState>
          ) : view === undefined ? (
            <ListingSkeletons />
          ) : (
            <NoCars name={name} />
          )}
        </div>
      ) : (
        <BrandCollection brand={brand} view={view} filters={filters} fetchAllCars={() => list.refetch()} />
      )}
      <div className="section--tight" />
    </main>
  );
}

/**
 * A line such as `24 cars, $598,000 to $1,388,000`. The numbers refer to all cars of the brand on sale, because the
 * loaded list may contain only some of these cars.
 */
function BrandOfferSummary({ brand, view }: { brand: Brand; view: BrandView | undefined }): ReactElement | null {
  const brands = useQuery(brandsQuery(useClient()));
  const totals = brands.data?.find((row) => row.pagePath === `/${brand}`);
  if (view === undefined || view.totalCount === 0) return null;
  const lowestPrice = totals?.lowestPrice ?? view.lowestPrice;
  const highestPrice = totals?.highestPrice ?? view.highestPrice;
  return (
    <p className="num">
      {formatCountWithNoun(totals?.cars ?? view.totalCount, listingMessages.car, listingMessages.cars)},{' '}
      {lowestPrice === highestPrice
        ? formatMoney(lowestPrice)
        : listingMessages.priceRange(formatMoney(lowestPrice), formatMoney(highestPrice))}
    </p>
  );
}

type CollectionProps = {
  readonly brand: Brand;
  readonly view: BrandView;
  readonly filters: ListingFilters;
  /** The function loads the cars that the server-rendered page does not contain. */
  readonly fetchAllCars: () => Promise<{ readonly isError: boolean }>;
};

function BrandCollection({ brand, view, filters, fetchAllCars }: CollectionProps): ReactElement {
  const { name } = listingMessages.brandPages[brand];
  const category = categoryByBrand[brand];
  const { cars: shownCarCount, ...choices } = filters;
  return (
    <>
      <FilterBar filters={filters} category={category} suggestedPriceLimit={view.under} />
      <div className="wrap">
        <p className="visually-hidden" role="status">
          {formatCountWithNoun(view.matchingCount, listingMessages.carMatches, listingMessages.carsMatch)}
        </p>
        {view.matchingCount === 0 ? (
          <EmptyState
            title={listingMessages.noMatch.title(name)}
            action={
              <Link to="." search={{}} replace className={makeButtonClass({ kind: 'primary' })}>
                {listingMessages.noMatch.action}
              </Link>
            }
          >
            {listingMessages.noMatch.body(formatCount(view.totalCount))}
          </EmptyState>
        ) : (
          // After a filter has changed, the list shows only its first cars again.
          <BrandCards
            key={JSON.stringify(choices)}
            view={view}
            initialShownCount={Math.max(shownCarCount ?? carsPerStep, carsPerStep)}
            fetchAllCars={fetchAllCars}
          />
        )}
        {view.totalCount >= maxListedCarCount ? (
          <p className={`${listPartsStyles.more} num`}>
            {listingMessages.newestOnly(formatCount(maxListedCarCount))}
            <Link to="/cars" search={{ brand: [category] }} className="link">
              {listingMessages.searchAll(name)}
            </Link>
          </p>
        ) : null}
      </div>
    </>
  );
}

type CardsProps = Pick<CollectionProps, 'view' | 'fetchAllCars'> & { readonly initialShownCount: number };

function BrandCards({ view, initialShownCount, fetchAllCars }: CardsProps): ReactElement {
  const user = useSignedInUser();
  const replaceSearch = useReplaceSearch();
  const [shownCount, setShownCount] = useState(initialShownCount);
  const [isFetchingMore, setFetchingMore] = useState(false);
  const [chosenCar, setChosenCar] = useState<Product>();
  const remainingCount = view.matchingCount - shownCount;
  const cars = view.cars.slice(0, shownCount);
  const focusFirstAdded = useFocusAddedCar(cars);
  const showMore = async () => {
    focusFirstAdded(shownCount);
    setFetchingMore(true);
    const hasFailed = view.cars.length < view.matchingCount && (await fetchAllCars()).isError;
    setFetchingMore(false);
    if (hasFailed) {
      focusFirstAdded(undefined);
      toastError(listingMessages.moreFailed);
      return;
    }
    setShownCount(shownCount + carsPerStep);
    replaceSearch((currentSearch) => readListingFilters({ ...currentSearch, cars: shownCount + carsPerStep }));
  };
  return (
    <>
      <div className="grid">
        {cars.map((car, index) => (
          <ListingCard
            key={car._id}
            car={car}
            isImageEager={index < 3}
            isFirst={index === 0}
            actions={
              <>
                <BookButton car={car} user={user} onBook={() => setChosenCar(car)} />
                <WishButton car={car} />
              </>
            }
          />
        ))}
      </div>
      {view.matchingCount > carsPerStep ? (
        <ShownCount totalCarCount={view.matchingCount} shownCarCount={cars.length} />
      ) : null}
      {remainingCount > 0 ? (
        <div className={`${listPartsStyles.more} ${listPartsStyles.moreButton}`}>
          <Button isLarge isBusy={isFetchingMore} onClick={() => void showMore()}>
            {listingMessages.showMore(Math.min(carsPerStep, remainingCount))}
          </Button>
        </div>
      ) : null}
      {chosenCar === undefined ? null : (
        <BookingDialog car={chosenCar} user={user} onClose={() => setChosenCar(undefined)} />
      )}
    </>
  );
}

function NoCars({ name }: { name: string }): ReactElement {
  return (
    <EmptyState
      title={listingMessages.noCars.title(name)}
      action={
        <Link to="/cars" className={makeButtonClass({ kind: 'primary' })}>
          {listingMessages.noCars.action}
        </Link>
      }
    >
      {listingMessages.noCars.body}
    </EmptyState>
  );
}

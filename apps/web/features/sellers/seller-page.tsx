import type { SellerProfile } from '@carhouse/contract/sellers';
import type { AccountId } from '@carhouse/domain/account/account';
import { publicName } from '@carhouse/domain/account/public-name';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { listingMessages } from '#messages/listings';
import { sellerMessages } from '#messages/sellers';
import { sharedMessages } from '#messages/shared';
import { useClient } from '../../app/api.ts';
import { useSession } from '../../app/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { VerifiedBadge } from '../../ui/badge.tsx';
import { Button, makeButtonClass } from '../../ui/button.tsx';
import { EmptyState, NotLoaded } from '../../ui/empty-state.tsx';
import { FactLines } from '../../ui/fact-lines.tsx';
import { ErrorText } from '../../ui/field.tsx';
import { formatBrand } from '../../ui/format.ts';
import { formatMonth } from '../../ui/format-date.ts';
import listParts from '../listings/browse/list-parts.module.css';
import { ListingSkeletons } from '../listings/browse/listing-skeletons.tsx';
import { MiniCard } from '../listings/browse/mini-card.tsx';
import { useFocusAddedCar } from '../listings/browse/shown-of.tsx';
import { ReportButton } from '../reports/report-button.tsx';
import { ShareButton } from '../sharing/share-button.tsx';
import { formatCarCount, formatPartialCarCount } from './count-of-cars.ts';
import { SellerFacts } from './seller-facts.tsx';
import styles from './seller-page.module.css';
import { carsOfSellerQuery, sellerQuery } from './seller-queries.ts';

const t = sellerMessages;
const cardImageSizes = '(min-width: 92rem) 27rem, (min-width: 64rem) 33vw, (min-width: 48rem) 46vw, 94vw';

type SellerPageProps = {
  /** The seller's public name. */
  readonly id: string;
  /** The API name of the brand whose cars are shown; undefined shows all cars. */
  readonly brand: string | undefined;
};

/** The public page of a seller: facts computed from their sales, and the cars on sale. */
export function SellerPage({ id, brand }: SellerPageProps): ReactElement | null {
  const { data: seller } = useQuery(sellerQuery(useClient(), id));
  // The loader waits for the seller, so the page is never rendered without the data of the seller.
  if (seller === undefined) return null;
  return (
    <main id="main" tabIndex={-1} className={`wrap ${styles.page}`}>
      <div className={styles.top}>
        <div className={styles.identity}>
          <Avatar name={seller.name} size="xl" />
          <div>
            <h1>
              {seller.name}{' '}
              {seller.verifiedOn === null ? null : <VerifiedBadge label={listingMessages.card.verifiedSeller} />}
            </h1>
            <p className="num">{t.lead[seller.kind](formatMonth(seller.memberSince))}</p>
          </div>
        </div>
        <ShareButton path={`/sellers/${id}`} title={t.head(seller.name)} />
      </div>
      <SellerFacts seller={seller} />
      <div className={styles.body}>
        <section aria-labelledby="cars-on-sale">
          <div className={styles.head}>
            <h2 id="cars-on-sale" className="num">
              {formatCarCount(seller.carsOnOffer)} {seller.carsOnOffer === 1 ? t.carsOnSale.one : t.carsOnSale.many}
            </h2>
            {seller.carsOnOffer > 1 ? <p>{t.newest}</p> : null}
          </div>
          <BrandChips seller={seller} />
          <SellerCars key={brand} id={id} brand={brand} />
        </section>
        <AboutSeller seller={seller} />
      </div>
    </main>
  );
}

/** Links that show the cars of one brand, if the seller has several brands. */
function BrandChips({ seller }: { seller: SellerProfile }): ReactElement | null {
  const { brands, carsOnOffer, publicName: id } = seller;
  if (brands.length < 2) return null;
  const brandChips = [{ category: undefined, cars: carsOnOffer }, ...brands];
  return (
    <nav className={styles.chips} aria-label={t.brands}>
      {brandChips.map(({ category, cars }) => (
        <Link
          key={category ?? ''}
          to="/sellers/$id"
          params={{ id }}
          search={category === undefined ? {} : { brand: category }}
          resetScroll={false}
          className={styles.chip}
          activeOptions={{ exact: true }}
        >
          {category === undefined ? t.all : formatBrand(category)}
          <span className="num">{formatPartialCarCount(cars, carsOnOffer)}</span>
        </Link>
      ))}
    </nav>
  );
}

function SellerCars({ id, brand }: SellerPageProps): ReactElement {
  const list = useInfiniteQuery(carsOfSellerQuery(useClient(), id, brand));
  const cars = (list.data?.pages ?? []).flatMap(({ answer }) => answer);
  const focusFirstAdded = useFocusAddedCar(cars);
  if (list.data === undefined) {
    return <NotLoaded query={list} errorTitle={t.failed.title} skeleton={<ListingSkeletons isSmall />} />;
  }
  if (cars.length === 0) {
    return (
      <EmptyState
        title={t.noCars.title}
        action={
          <Link to="/cars" className={makeButtonClass({ kind: 'primary' })}>
            {t.noCars.action}
          </Link>
        }
      >
        {t.noCars.body}
      </EmptyState>
    );
  }
  const showMore = async () => {
    focusFirstAdded(cars.length);
    const { isFetchNextPageError } = await list.fetchNextPage();
    if (isFetchNextPageError) focusFirstAdded(undefined);
  };
  return (
    <>
      <div className={`grid ${styles.cars}`}>
        {cars.map((car, index) => (
          <MiniCard
            key={car._id}
            car={car}
            headingLevel={3}
            sizes={cardImageSizes}
            isImageEager={index < 2}
            isFirst={index === 0}
          />
        ))}
      </div>
      {list.hasNextPage ? (
        <div className={`${listParts.more} ${listParts.moreButton}`}>
          {list.isFetchNextPageError ? <ErrorText role="alert">{t.failed.next(list.error.message)}</ErrorText> : null}
          <Button isLarge isBusy={list.isFetchingNextPage} onClick={() => void showMore()}>
            {list.isFetchNextPageError ? sharedMessages.tryAgain : t.more}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function AboutSeller({ seller }: { seller: SellerProfile }): ReactElement {
  const user = useSession();
  return (
    <aside className={styles.about} aria-label={t.about}>
      {seller.places.length === 0 ? null : (
        <section>
          <h2>{t.where}</h2>
          <FactLines
            lines={seller.places.map(({ location, cars }) => ({
              name: location,
              value: `${formatPartialCarCount(cars, seller.carsOnOffer)} ${cars === 1 ? listingMessages.car : listingMessages.cars}`,
            }))}
          />
          <p>{t.whereNote}</p>
        </section>
      )}
      <section>
        <h2>{t.counted}</h2>
        <p>{t.countedNote}</p>
      </section>
      {user !== null && publicName(user._id as AccountId) === seller.publicName ? null : (
        <ReportButton kind="seller" id={seller.publicName} name={seller.name} />
      )}
    </aside>
  );
}

import type { User } from '@carhouse/contract/accounts';
import { type ListingDetail, listing } from '@carhouse/contract/listing-detail';
import type { Product } from '@carhouse/contract/listings';
import { texts } from '@carhouse/contract/texts';
import { findBookerRefusal } from '@carhouse/domain/booking/booking-policy';
import { findWisherRefusal, isOnSale, isPublic } from '@carhouse/domain/listing/listing-policy';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, ArrowRight, Check, ChevronRight, Clock } from 'lucide-react';
import { type ReactElement, useEffect, useEffectEvent, useState } from 'react';
import { listingDetailMessages } from '#messages/listing-detail';
import { useClient } from '../../../app/api.ts';
import { invalidate } from '../../../app/call-query.ts';
import { useSession } from '../../../app/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { formatBrand, formatMoney } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { BookingDialog } from '../../bookings/booking-dialog.tsx';
import { CompareButton } from '../../compare/compare-button.tsx';
import { CompareTray } from '../../compare/compare-tray.tsx';
import { recentlySeenCars, toStoredCar } from '../../compare/stored-cars.ts';
import { RecentCars } from '../../recent/recent-cars.tsx';
import { ReportButton } from '../../reports/report-button.tsx';
import { isLongHold } from '../../reservations/long-hold.ts';
import { ShareButton } from '../../sharing/share-button.tsx';
import { takeRememberedWish } from '../../wishes/pending-wish.ts';
import { MiniCard } from '../browse/mini-card.tsx';
import { WishButton } from '../browse/wish-button.tsx';
import { useWish } from '../browse/wished-cars.ts';
import { BookAction, BuyPanel, type BuyProps } from './buy-panel.tsx';
import styles from './car-first.module.css';
import carGalleryStyles from './car-gallery.module.css';
import { CarGallery } from './car-gallery.tsx';
import { formatListingName } from './car-head.ts';
import pageStyles from './car-page.module.css';
import { carQuery, similarQuery } from './car-queries.ts';
import { KeyFacts } from './key-facts.tsx';
import { findMedianCost } from './key-figures.ts';
import { KnownFacts } from './known-facts.tsx';
import { PriceComparison } from './price-bar.tsx';
import { RunningCosts } from './running-costs.tsx';

type CarPageProps = {
  readonly id: string;
  /**
   * The day for which figures are computed (ISO date). The day comes from the server, so that the browser renders the
   * same figures.
   */
  readonly today: string;
  /** What the visitor wanted to do with the car before they logged in. */
  readonly want: 'book' | 'wish' | undefined;
  /** The origin of the site, such as `https://cars.example`. The origin is part of the address on the printed page. */
  readonly siteUrl: string;
};

/** The page of one car, for all users. */
export function CarPage({ id, ...pageProps }: CarPageProps): ReactElement | null {
  const user = useSession();
  const { data: car } = useQuery(carQuery(useClient(), id, user?.email));
  // The loader waits for the car, so the page is never rendered without it.
  return car === undefined ? null : <CarDetails key={id} car={car} {...pageProps} />;
}

function CarDetails({ car, today, want, siteUrl }: { car: ListingDetail } & Omit<CarPageProps, 'id'>): ReactElement {
  const user = useSession();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const mayBook =
    user !== null &&
    findBookerRefusal(user.role, car.viewer?.own === true) === null &&
    isOnSale(car.status) &&
    car.viewer?.bookingId === null;
  // For a user who returns from the login, the booking dialog is open.
  const [isBookingOpen, setBookingOpen] = useState(want === 'book' && mayBook);
  const closeBooking = () => {
    setBookingOpen(false);
    if (want !== undefined) removeWantedActionFromUrl();
    // A refused booking may mean that the car's status has changed.
    void invalidate(queryClient, listing);
  };
  const buyPanelProps: BuyProps = { car, user, wantedAction: want, onBook: () => setBookingOpen(true) };
  const name = formatListingName(car);
  // The similar cars that the search finds. Until the search has responded, the similar cars in the response for the
  // car are shown.
  const { data: similar = car.similar } = useQuery(similarQuery(useClient(), car._id));
  const removeWantedActionFromUrl = () => void navigate({ to: '.', search: {}, replace: true, resetScroll: false });
  useEffect(() => {
    if (isOnSale(car.status)) recentlySeenCars.add(toStoredCar(car));
  }, [car]);
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap">
        <p className={styles.printed}>
          <b>{texts.brandName}</b> {siteUrl}/cars/{car._id}
        </p>
        <div className={styles.bar}>
          <Breadcrumbs car={car} />
          <PageActions car={car} />
        </div>
        <div className={styles.first}>
          <CarGallery car={car} name={name} badge={<ImageBadge car={car} />} />
          <BuyPanel {...buyPanelProps} today={today} />
        </div>
        <KeyFacts car={car} today={today} medianSimilarCost={findMedianCost(similar)} />
        <div className={pageStyles.more}>
          <div>
            <PriceComparison car={car} />
            <RunningCosts car={car} today={today} />
          </div>
          <div>
            {car.description.trim() === '' ? null : (
              <section className={pageStyles.block} aria-labelledby="from-seller">
                <h2 id="from-seller">{listingDetailMessages.words.heading}</h2>
                <p className={pageStyles.prose}>{car.description}</p>
              </section>
            )}
            <KnownFacts car={car} />
            {isPublic(car.status) && car.viewer?.own !== true ? (
              <ReportButton kind="car" id={car._id} name={name} />
            ) : null}
          </div>
        </div>
        <div className={pageStyles.similar}>
          <SimilarCars car={car} cars={similar} />
          <RecentCars excludedCarId={car._id} />
        </div>
      </div>
      <StickyBar {...buyPanelProps} />
      <CompareTray />
      {want === 'wish' && user !== null && findWisherRefusal(user.role, car.viewer?.own === true) === null ? (
        <RememberedWish id={car._id} user={user} onWishApplied={removeWantedActionFromUrl} />
      ) : null}
      {isBookingOpen && user !== null ? <BookingDialog car={car} user={user} onClose={closeBooking} /> : null}
    </main>
  );
}

/** Adds the wish that a visitor wanted before they logged in. */
function RememberedWish({ id, user, onWishApplied }: { id: string; user: User; onWishApplied: () => void }): null {
  const { add: addWish } = useWish(id, user);
  const applyWish = useEffectEvent(() => {
    if (!takeRememberedWish(id)) return;
    addWish();
    onWishApplied();
  });
  useEffect(() => applyWish(), []);
  return null;
}

function Breadcrumbs({ car }: { car: ListingDetail }): ReactElement {
  return (
    <nav className={styles.crumbs} aria-label={listingDetailMessages.breadcrumb}>
      <Link to="/cars" search={{ brand: [car.category] }}>
        <Icon of={ArrowLeft} />
        {formatBrand(car.category)}
      </Link>
      <Icon of={ChevronRight} />
      <span aria-current="page">{car.title}</span>
    </nav>
  );
}

/** The buttons for comparing and wishing, beside the name of the car. */
function PageActions({ car }: { car: ListingDetail }): ReactElement {
  return (
    <div className={styles.acts}>
      {isPublic(car.status) ? (
        <ShareButton path={`/cars/${car._id}`} title={formatListingName(car)} isBorderless />
      ) : null}
      {isOnSale(car.status) ? <CompareButton car={car} hasText /> : null}
      {isOnSale(car.status) && car.viewer?.own !== true ? <WishButton car={car} isBorderless /> : null}
    </div>
  );
}

function ImageBadge({ car }: { car: ListingDetail }): ReactElement | null {
  const badge =
    car.status === 'sold' ? (
      <Badge icon={Check}>{listingDetailMessages.buy.sold}</Badge>
    ) : car.viewer !== null && car.viewer.bookingId !== null ? (
      <Badge icon={Check}>{listingDetailMessages.buy.booked}</Badge>
    ) : car.heldUntil === null ? null : (
      <Badge icon={Clock}>
        {isLongHold(car.heldUntil) ? listingDetailMessages.buy.reserved : listingDetailMessages.buy.hold}
      </Badge>
    );
  return badge === null ? null : <div className={carGalleryStyles.galleryBadge}>{badge}</div>;
}

function SimilarCars({ car, cars }: { car: ListingDetail; cars: readonly Product[] }): ReactElement | null {
  if (cars.length === 0) return null;
  return (
    <section className="section" aria-labelledby="similar">
      <div className={pageStyles.similarHead}>
        <h2 id="similar">{listingDetailMessages.similar.heading}</h2>
        <Link className="link" to="/cars" search={{ brand: [car.category] }}>
          {listingDetailMessages.similar.all(formatBrand(car.category))} <Icon of={ArrowRight} />
        </Link>
      </div>
      <div className="grid">
        {cars.map((similarCar) => (
          <MiniCard key={similarCar._id} car={similarCar} headingLevel={3} />
        ))}
      </div>
    </section>
  );
}

/** The bar on phones that keeps the price and the button visible. */
function StickyBar(props: BuyProps): ReactElement {
  const { car } = props;
  return (
    <div className={pageStyles.stick} data-book-bar="">
      <div>
        <b className="num">{car.status === 'sold' ? listingDetailMessages.buy.sold : formatMoney(car.resalePrice)}</b>
        {car.depreciationPerYear === null || car.status === 'sold' ? null : (
          <span className="num">
            {listingDetailMessages.buy.perYear(formatMoney(Math.round(car.depreciationPerYear)))}
          </span>
        )}
      </div>
      <BookAction {...props} />
    </div>
  );
}

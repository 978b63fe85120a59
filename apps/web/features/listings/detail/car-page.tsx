import { type ListingDetail, listing } from '@carhouse/contract/listing-detail';
import { bookerRefusal } from '@carhouse/domain/booking/booking-policy';
import { isOnSale } from '@carhouse/domain/listing/listing-policy';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, ArrowRight, Check, ChevronRight, Clock } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import { listingDetailMessages } from '#messages/listing-detail';
import { useClient } from '../../../app/api.ts';
import { invalidate } from '../../../app/call-query.ts';
import { useSession } from '../../../app/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { brandName, money } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { BookingDialog } from '../../bookings/booking-dialog.tsx';
import { CompareTray } from '../../compare/compare-tray.tsx';
import { seenCars, storedCarOf } from '../../compare/stored-cars.ts';
import { RecentCars } from '../../recent/recent-cars.tsx';
import { MiniCard } from '../browse/mini-card.tsx';
import { BookAction, BuyPanel, type BuyProps } from './buy-panel.tsx';
import carGalleryStyles from './car-gallery.module.css';
import { CarGallery } from './car-gallery.tsx';
import { carName } from './car-head.ts';
import styles from './car-page.module.css';
import { carQuery, similarQuery } from './car-queries.ts';
import { KnownFacts } from './known-facts.tsx';
import { PriceAmongSimilar } from './price-bar.tsx';
import { RunningCosts } from './running-costs.tsx';

type CarPageProps = {
  readonly id: string;
  /** ISO date of the figures: the server's, so that the browser renders the same. */
  readonly today: string;
  /** The visitor's intent before they logged in. */
  readonly want: 'book' | 'wish' | undefined;
};

/** The page of one car, for everybody. */
export function CarPage({ id, today, want }: CarPageProps): ReactElement | null {
  const user = useSession();
  const { data: car } = useQuery(carQuery(useClient(), id, user?.email));
  // The loader waits for it: there is no page without its car.
  return car === undefined ? null : <Car key={id} car={car} today={today} want={want} />;
}

function Car({ car, today, want }: { car: ListingDetail } & Pick<CarPageProps, 'today' | 'want'>): ReactElement {
  const user = useSession();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const mayBook =
    user !== null &&
    bookerRefusal(user.role, car.viewer?.own === true) === null &&
    isOnSale(car.status) &&
    car.viewer?.bookingId === null;
  // A user who returns from the login finds the dialog open.
  const [booking, setBooking] = useState(want === 'book' && mayBook);
  const close = () => {
    setBooking(false);
    if (want !== undefined) void navigate({ to: '.', search: {}, replace: true, resetScroll: false });
    // A refusal may mean that the car's status has changed.
    void invalidate(queryClient, listing);
  };
  const buy: BuyProps = { car, user, want, onBook: () => setBooking(true) };
  const name = carName(car);
  useEffect(() => {
    if (isOnSale(car.status)) seenCars.keep(storedCarOf(car));
  }, [car]);
  return (
    <main id="main" tabIndex={-1}>
      <div className={car.status === 'sold' ? `wrap ${carGalleryStyles.isSold}` : 'wrap'}>
        <Breadcrumbs car={car} />
        <CarGallery car={car} name={name} badge={<ImageBadge car={car} />} />
        <div className={styles.carDetail}>
          <div className={styles.carDetailTitle}>
            <h1>{name}</h1>
            <p>{car.location}</p>
          </div>
          <div className={styles.carDetailMain}>
            <FourFacts car={car} />
            <PriceAmongSimilar car={car} />
            <RunningCosts car={car} today={today} />
            <section className={styles.block} aria-labelledby="from-seller">
              <h2 id="from-seller">{listingDetailMessages.words.heading}</h2>
              <p className={styles.prose}>{car.description}</p>
            </section>
            <KnownFacts car={car} />
          </div>
          <BuyPanel {...buy} />
        </div>
        <Similar car={car} />
        <RecentCars except={car._id} />
      </div>
      <StickyBar {...buy} />
      <CompareTray />
      {booking && user !== null ? <BookingDialog car={car} user={user} onClose={close} /> : null}
    </main>
  );
}

function Breadcrumbs({ car }: { car: ListingDetail }): ReactElement {
  return (
    <nav className={styles.crumbs} aria-label={listingDetailMessages.breadcrumb}>
      <Link to="/cars" search={{ brand: [car.category] }}>
        <Icon of={ArrowLeft} />
        {brandName(car.category)}
      </Link>
      <Icon of={ChevronRight} />
      <span aria-current="page">{car.title}</span>
    </nav>
  );
}

function ImageBadge({ car }: { car: ListingDetail }): ReactElement | null {
  const badge =
    car.status === 'sold' ? (
      <Badge icon={Check}>{listingDetailMessages.buy.sold}</Badge>
    ) : car.viewer !== null && car.viewer.bookingId !== null ? (
      <Badge icon={Check}>{listingDetailMessages.buy.booked}</Badge>
    ) : car.heldUntil === null ? null : (
      <Badge icon={Clock}>{listingDetailMessages.buy.hold}</Badge>
    );
  return badge === null ? null : <div className={carGalleryStyles.galleryBadge}>{badge}</div>;
}

function FourFacts({ car }: { car: ListingDetail }): ReactElement {
  const { yearOfPurchase, yearsOfUse, originalPrice, posted } = listingDetailMessages.facts;
  return (
    <dl className={styles.carDetailFacts}>
      <div>
        <dt>{yearOfPurchase}</dt>
        <dd className="num">{car.yearOfPurchase}</dd>
      </div>
      <div>
        <dt>{yearsOfUse}</dt>
        <dd className="num">{car.yearsOfUse}</dd>
      </div>
      {car.originalPrice === null ? null : (
        <div>
          <dt>{originalPrice}</dt>
          <dd className="num">{money(car.originalPrice)}</dd>
        </div>
      )}
      <div>
        <dt>{posted}</dt>
        <dd className="num stamp">{car.time}</dd>
      </div>
    </dl>
  );
}

/** Similar cars of the search; until they have loaded, those of the car's own answer. */
function Similar({ car }: { car: ListingDetail }): ReactElement | null {
  const { data: cars = car.similar } = useQuery(similarQuery(useClient(), car._id));
  if (cars.length === 0) return null;
  return (
    <section className="section" aria-labelledby="similar">
      <div className={styles.similarHead}>
        <h2 id="similar">{listingDetailMessages.similar.heading}</h2>
        <Link className="link" to="/cars" search={{ brand: [car.category] }}>
          {listingDetailMessages.similar.all(brandName(car.category))} <Icon of={ArrowRight} />
        </Link>
      </div>
      <div className="grid">
        {cars.map((other) => (
          <MiniCard key={other._id} car={other} level={3} />
        ))}
      </div>
    </section>
  );
}

/** The bar on phones that keeps the price and the button visible. */
function StickyBar(props: BuyProps): ReactElement {
  const { car } = props;
  return (
    <div className={styles.stick} data-book-bar="">
      <div>
        <b className="num">{money(car.resalePrice)}</b>
        {car.depreciationPerYear === null ? null : (
          <span className="num">{listingDetailMessages.buy.perYear(money(Math.round(car.depreciationPerYear)))}</span>
        )}
      </div>
      <BookAction {...props} />
    </div>
  );
}

import type { User } from '@carhouse/contract/accounts';
import type { ListingDetail } from '@carhouse/contract/listing-detail';
import { texts } from '@carhouse/contract/texts';
import { findBookerRefusal } from '@carhouse/domain/booking/booking-policy';
import { isOnSale } from '@carhouse/domain/listing/listing-policy';
import { centsFromDollars, checkCardFit } from '@carhouse/domain/money/money';
import { Link } from '@tanstack/react-router';
import { CalendarCheck, Check, Clock, CreditCard, Info } from 'lucide-react';
import type { ReactElement } from 'react';
import { listingDetailMessages } from '#messages/listing-detail';
import { listingMessages } from '#messages/listings';
import { useTakesPayments } from '../../../app/business-mode.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { VerifiedBadge } from '../../../ui/badge.tsx';
import { makeButtonClass } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { formatCountWithNoun, formatKilometres, formatMoney } from '../../../ui/format.ts';
import { formatDate, formatMonth, formatTime } from '../../../ui/format-date.ts';
import { Meter } from '../../../ui/meter.tsx';
import { ReservedNote, ReserveLink, useReservationOfListing } from '../../reservations/reserve-link.tsx';
import { formatCarCountOfSeller } from '../../sellers/count-of-cars.ts';
import { BookButton } from '../browse/book-button.tsx';
import { describeRemainingCoe } from '../browse/coe.ts';
import styles from './car-first.module.css';
import { formatListingName, formatYears } from './car-head.ts';
import { classifyUnknownDepreciation } from './missing-facts.ts';
import { computeRunningFigures } from './running-figures.ts';

const t = listingDetailMessages.buy;

export type BuyProps = {
  readonly car: ListingDetail;
  /** The signed-in user; null for a visitor. */
  readonly user: User | null;
  /** What the visitor wanted to do with the car before they logged in. */
  readonly wantedAction: 'book' | 'wish' | undefined;
  readonly onBook: () => void;
};

/** A panel with name, price and original price, monthly and yearly cost, the actions, and the seller. */
export function BuyPanel(props: BuyProps & { readonly today: string }): ReactElement {
  const { car, today } = props;
  const takesPayments = useTakesPayments();
  const isSold = car.status === 'sold';
  const coe = describeRemainingCoe(car);
  const carReservation = useReservationOfListing(car._id);
  const isReserved =
    isOnSale(car.status) && (carReservation?.reservedUntil ?? carReservation?.turnUntil ?? null) !== null;
  return (
    <section className={styles.side} aria-label={t.region}>
      <h1>{formatListingName(car)}</h1>
      <p className={`${styles.where} num`}>{t.where(String(car.yearOfPurchase), car.facts.colour, car.location)}</p>
      <p className={`${styles.quick} num`} aria-hidden="true">
        {car.mileageKm === null ? null : <span>{formatKilometres(car.mileageKm)}</span>}
        {car.owners === null ? null : <span>{formatCountWithNoun(car.owners, t.owner, t.owners)}</span>}
        <span>
          {t.coe(coe.text)} {coe.years === null ? null : <Meter tallTickCount={coe.fullYears} isLow={coe.isLow} />}
        </span>
      </p>
      <p className={isSold ? `${styles.price} ${styles.priceGone} num` : `${styles.price} num`}>
        <b>{formatMoney(car.resalePrice)}</b>
        {isSold ? (
          <span>{t.lastPrice}</span>
        ) : car.originalPrice === null ? null : (
          <span>
            {t.original(formatMoney(car.originalPrice))} {describePriceChange(car)}
          </span>
        )}
      </p>
      {isSold ? null : <CostFacts car={car} today={today} />}
      {isReserved ? <ReservedNote standing={carReservation} /> : <CarStateNote {...props} />}
      {takesPayments && isOnSale(car.status) && checkCardFit(centsFromDollars(car.resalePrice)) === 'too-large' ? (
        <Callout icon={CreditCard}>{t.byArrangement}</Callout>
      ) : null}
      <LoggedInNote {...props} />
      <div className={styles.buttons}>
        <BookAction {...props} />
        {isOnSale(car.status) ? <ReserveLink standing={carReservation} /> : null}
        {isSold && car.similar.length > 0 ? (
          <a href="#similar" className={makeButtonClass({ isLarge: true, isBlock: true })}>
            {t.toSimilar}
          </a>
        ) : null}
      </div>
      <SellerCard car={car} />
    </section>
  );
}

/** What the car costs per month and loses in value per year, or why these figures are not known. */
function CostFacts({ car, today }: { car: ListingDetail; today: string }): ReactElement {
  const { monthlyCost: monthly, roadTax } = computeRunningFigures(car, today);
  if (monthly === null || car.depreciationPerYear === null) {
    return <p className={styles.costUnknown}>{explainUnknownCost(car)}</p>;
  }
  return (
    <dl className={`${styles.cost} num`}>
      <div>
        <dt>{t.month}</dt>
        <dd>{formatMoney(Math.round(monthly))}</dd>
        <dd className={styles.beside}>{roadTax === null ? t.monthDepreciation : t.monthBoth}</dd>
      </div>
      <div>
        <dt>{t.year}</dt>
        <dd>{formatMoney(Math.round(car.depreciationPerYear))}</dd>
        <dd className={styles.beside}>{t.yearOver(describeRemainingCoe(car).text)}</dd>
      </div>
    </dl>
  );
}

/** A link to a search for cars similar to a sold one. */
function SimilarCarsSearchLink({ car }: { car: ListingDetail }): ReactElement {
  return (
    <Link
      to="/cars"
      search={{ q: car.title, brand: [car.category], literal: '1' }}
      className={makeButtonClass({ kind: 'primary', isLarge: true, isBlock: true })}
    >
      {t.next(formatListingName(car))}
    </Link>
  );
}

/** Returns a text such as `23% less after 5 years.`; empty when the price has not changed. */
function describePriceChange({ originalPrice, resalePrice, yearsOfUse }: ListingDetail): string {
  if (originalPrice === null || originalPrice <= 0) return '';
  const percent = Math.round((1 - resalePrice / originalPrice) * 100);
  if (percent === 0) return '';
  return percent > 0 ? t.less(percent, formatYears(yearsOfUse)) : t.more(-percent, formatYears(yearsOfUse));
}

/** A note about the status of the car, when the car is sold, not on sale, booked by the viewer, or held by a buyer. */
function CarStateNote({ car }: BuyProps): ReactElement | null {
  const { status, heldUntil, viewer } = car;
  if (status === 'sold')
    return <Callout icon={Check}>{car.soldAt === null ? t.soldNote : t.soldNoteOn(formatDate(car.soldAt))}</Callout>;
  if (!isOnSale(status)) {
    return <Callout icon={Info}>{status === 'available' ? null : t.unseenNotes[status]}</Callout>;
  }
  if (viewer !== null && viewer.bookingId !== null) {
    return (
      <Callout icon={CalendarCheck} kind="ok">
        {t.bookedNote}
      </Callout>
    );
  }
  return heldUntil === null ? null : (
    <Callout icon={Clock} kind="wait">
      {t.holdNote(formatTime(heldUntil))}
    </Callout>
  );
}

/**
 * A note for a user who left this page to log in and has returned: what they can do now. A buyer who wanted to book
 * sees the open booking dialog instead.
 */
function LoggedInNote({ car, user, wantedAction }: BuyProps): ReactElement | null {
  if (wantedAction === undefined || user === null || !isOnSale(car.status) || car.viewer?.own === true) return null;
  if (wantedAction === 'book' && findBookerRefusal(user.role, false) === null) return null;
  return (
    <Callout icon={Info} role="status">
      {wantedAction === 'book' ? t.backBook : t.backWish}
    </Callout>
  );
}

/** The button 'Book Now', or the text that replaces it when the car cannot be booked. */
export function BookAction({ car, user, onBook }: BuyProps): ReactElement | null {
  const buttonLook = { isLarge: true, isBlock: true } as const;
  if (car.viewer?.own === true) {
    return (
      <Link to="/dashboard/myProduct" className={makeButtonClass(buttonLook)}>
        {listingMessages.book.own}
      </Link>
    );
  }
  if (car.viewer !== null && car.viewer.bookingId !== null) {
    return (
      <Link to="/dashboard/myOrders" className={makeButtonClass({ kind: 'primary', ...buttonLook })}>
        {t.toOrders}
      </Link>
    );
  }
  if (car.status === 'sold') return <SimilarCarsSearchLink car={car} />;
  if (!isOnSale(car.status)) return null;
  if (user === null) {
    return (
      <Link
        to="/login"
        search={{ from: `/cars/${car._id}?want=book` }}
        className={makeButtonClass({ kind: 'primary', ...buttonLook })}
      >
        {texts.bookNow}
      </Link>
    );
  }
  return <BookButton car={car} user={user} onBook={onBook} buttonLook={buttonLook} />;
}

function explainUnknownCost(car: ListingDetail): string {
  const unknownDepreciation = classifyUnknownDepreciation(car);
  if (unknownDepreciation.kind === 'missing') return t.costUnknown(unknownDepreciation.factNamesText);
  return unknownDepreciation.kind === 'ended' ? t.costOver : t.costNoRule;
}

function SellerCard({ car: { seller } }: { car: ListingDetail }): ReactElement {
  const facts = [
    ...(seller.verified ? [t.verified] : []),
    t.since(formatMonth(seller.memberSince)),
    ...(seller.carsOnOffer === 0 ? [] : [t.carsListed(formatCarCountOfSeller(seller.carsOnOffer))]),
  ];
  return (
    <div className={styles.seller}>
      <Avatar name={seller.name} size="lg" />
      <b>
        <Link to="/sellers/$id" params={{ id: seller.publicName }} className="link">
          {seller.name}
        </Link>
        {seller.verified ? <VerifiedBadge label={listingMessages.card.verifiedSeller} /> : null}
      </b>
      <p className="num">{facts.join(', ')}</p>
    </div>
  );
}

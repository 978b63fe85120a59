import type { User } from '@carhouse/contract/accounts';
import type { ListingDetail } from '@carhouse/contract/listing-detail';
import { texts } from '@carhouse/contract/texts';
import { bookerRefusal } from '@carhouse/domain/booking/booking-policy';
import { carsCountedAtMost } from '@carhouse/domain/listing/listing';
import { isOnSale } from '@carhouse/domain/listing/listing-policy';
import { Link } from '@tanstack/react-router';
import { BadgeCheck, Calendar, CalendarCheck, CarFront, Check, Clock, Info, type LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import { listingDetailMessages } from '#messages/listing-detail';
import { listingMessages } from '#messages/listings';
import { Avatar } from '../../../ui/avatar.tsx';
import { VerifiedBadge } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { counted, money } from '../../../ui/format.ts';
import { month, time } from '../../../ui/format-date.ts';
import { Icon } from '../../../ui/icon.tsx';
import { CompareButton } from '../../compare/compare-button.tsx';
import { BookButton } from '../browse/book-button.tsx';
import { WishButton } from '../browse/wish-button.tsx';
import { yearsOf } from './car-head.ts';
import styles from './car-page.module.css';

const t = listingDetailMessages.buy;

export type BuyProps = {
  readonly car: ListingDetail;
  /** Null for a visitor. */
  readonly user: User | null;
  /** The visitor's intent before they logged in. */
  readonly want: 'book' | 'wish' | undefined;
  readonly onBook: () => void;
};

/** The price beside the original price, the two actions, and the seller. */
export function BuyPanel(props: BuyProps): ReactElement {
  const { car } = props;
  return (
    <aside aria-label={t.region}>
      <div className={styles.buy}>
        <p className={`${styles.buyPrice} num`}>{money(car.resalePrice)}</p>
        {car.originalPrice === null ? null : (
          <p className={`${styles.buyOriginal} num`}>
            {t.original(money(car.originalPrice))} {change(car)}
          </p>
        )}
        <StateNote {...props} />
        <ComeBackNote {...props} />
        <div className={styles.buyActions}>
          <BookAction {...props} />
          {isOnSale(car.status) && car.viewer?.own !== true ? <WishButton car={car} large /> : null}
          {isOnSale(car.status) ? <CompareButton car={car} wide /> : null}
        </div>
        <SellerCard car={car} />
      </div>
    </aside>
  );
}

/** `23% less after 5 years.`; nothing where it would be no change. */
function change({ originalPrice, resalePrice, yearsOfUse }: ListingDetail): string {
  if (originalPrice === null || originalPrice <= 0) return '';
  const percent = Math.round((1 - resalePrice / originalPrice) * 100);
  if (percent === 0) return '';
  return percent > 0 ? t.less(percent, yearsOf(yearsOfUse)) : t.more(-percent, yearsOf(yearsOfUse));
}

/** The state of the car, where it matters. */
function StateNote({ car }: BuyProps): ReactElement | null {
  const { status, heldUntil, viewer } = car;
  if (status === 'sold') return <Callout icon={Check}>{t.soldNote}</Callout>;
  if (!isOnSale(status)) {
    return <Callout icon={Info}>{status === 'draft' ? t.draftNote : t.withdrawnNote}</Callout>;
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
      {t.holdNote(time(heldUntil))}
    </Callout>
  );
}

/**
 * Shown to a user who left this page to log in and has come back: what they can do now. A buyer who wanted to book sees
 * the open booking dialog instead.
 */
function ComeBackNote({ car, user, want }: BuyProps): ReactElement | null {
  if (want === undefined || user === null || !isOnSale(car.status) || car.viewer?.own === true) return null;
  if (want === 'book' && bookerRefusal(user.role, false) === null) return null;
  return (
    <Callout icon={Info} role="status">
      {want === 'book' ? t.backBook : t.backWish}
    </Callout>
  );
}

/** 'Book Now', or the text that replaces it. */
export function BookAction({ car, user, onBook }: BuyProps): ReactElement | null {
  const look = { large: true, block: true } as const;
  if (car.viewer?.own === true) {
    return (
      <Link to="/dashboard/myProduct" className={buttonClass(look)}>
        {listingMessages.book.own}
      </Link>
    );
  }
  if (car.viewer !== null && car.viewer.bookingId !== null) {
    return (
      <Link to="/dashboard/myOrders" className={buttonClass({ kind: 'primary', ...look })}>
        {t.toOrders}
      </Link>
    );
  }
  if (!isOnSale(car.status)) return null;
  if (user === null) {
    return (
      <Link
        to="/login"
        search={{ from: `/cars/${car._id}?want=book` }}
        className={buttonClass({ kind: 'primary', ...look })}
      >
        {texts.bookNow}
      </Link>
    );
  }
  return <BookButton car={car} user={user} onBook={onBook} look={look} />;
}

function SellerCard({ car }: { car: ListingDetail }): ReactElement {
  const { seller } = car;
  const carsListed = seller.carsOnOffer < carsCountedAtMost ? t.carsListed : t.manyCarsListed;
  return (
    <div className={styles.buyCard}>
      <div className="seller">
        <Avatar name={seller.name} size="sm" />
        <span className="seller__name">
          {seller.name}
          {seller.verified ? <VerifiedBadge label={listingMessages.card.verifiedSeller} /> : null}
        </span>
      </div>
      <ul>
        {seller.verified ? <Line icon={BadgeCheck}>{t.verified}</Line> : null}
        {seller.carsOnOffer === 0 ? null : (
          <Line icon={CarFront}>
            {carsListed(counted(seller.carsOnOffer, listingMessages.car, listingMessages.cars))}
          </Line>
        )}
        <Line icon={Clock}>{t.since(month(seller.memberSince))}</Line>
        {isOnSale(car.status) ? <Line icon={Calendar}>{t.viewings}</Line> : null}
      </ul>
    </div>
  );
}

function Line({ icon, children }: { icon: LucideIcon; children: string }): ReactElement {
  return (
    <li className="num">
      <Icon of={icon} />
      {children}
    </li>
  );
}

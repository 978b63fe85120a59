import type { Product } from '@carhouse/contract/listings';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { listingMessages } from '#messages/listings';
import { Avatar } from '../../../ui/avatar.tsx';
import { VerifiedBadge } from '../../../ui/badge.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { formatBrand, formatKilometres, formatMoney } from '../../../ui/format.ts';
import { formatShortMonth } from '../../../ui/format-date.ts';
import { ResponsiveImage } from '../../../ui/responsive-image.tsx';
import { Timestamp } from '../../../ui/stamp.tsx';
import { CoeLine } from './coe-line.tsx';

const t = listingMessages.card;

type ListingCardProps = {
  readonly car: Product;
  /** The buttons below the facts of the car. */
  readonly actions: ReactNode;
  /**
   * Whether the card is on the first screen. The browser fetches the image of a card on the first screen immediately.
   */
  readonly isImageEager?: boolean;
  /** Whether the card is the first of a list: its image is the first that a phone shows. */
  readonly isFirst?: boolean;
};

/**
 * A card of a car with everything that the specification requires for the cards of brand pages (section 2). Above the
 * required texts, the card shows the facts that buyers compare.
 */
export function ListingCard({ car, actions, isImageEager = false, isFirst = false }: ListingCardProps): ReactElement {
  return (
    <article className="card" id={`car-${car._id}`} aria-labelledby={`title-${car._id}`}>
      <Link to="/cars/$id" params={{ id: car._id }} className="card__image" tabIndex={-1} aria-hidden="true">
        <ResponsiveImage
          url={car.image}
          size={car.imageSize}
          alt=""
          sizes="(min-width: 64rem) 28rem, (min-width: 48rem) 46vw, 94vw"
          isEager={isImageEager}
          hasPriority={isFirst}
        />
      </Link>
      <div className="card__head">
        <h2 className="card__title" id={`title-${car._id}`}>
          <Link to="/cars/$id" params={{ id: car._id }}>
            {car.title}
          </Link>
        </h2>
        <p className="card__price num">{formatMoney(car.resalePrice)}</p>
      </div>
      <div className="card__sub">
        <span>
          {formatBrand(car.category)}, {car.location}
        </span>
        {car.originalPrice === null ? null : (
          <span className="num">
            {t.original} <s>{formatMoney(car.originalPrice)}</s>
          </span>
        )}
      </div>
      <CoeLine car={car}>
        {car.depreciationPerYear === null ? null : (
          <span className="card__dep num">{t.perYear(formatMoney(Math.round(car.depreciationPerYear)))}</span>
        )}
      </CoeLine>
      <dl className="facts">
        <Fact name={t.mileage}>{car.mileageKm === null ? '' : formatKilometres(car.mileageKm)}</Fact>
        <Fact name={t.owners}>{car.owners ?? ''}</Fact>
        <Fact name={t.registered}>{car.registeredOn === null ? '' : formatShortMonth(car.registeredOn)}</Fact>
        <Fact name={t.yearsOfUse}>{car.yearsOfUse}</Fact>
        <Fact name={t.yearOfPurchase}>{car.yearOfPurchase}</Fact>
        <Fact name={t.posted}>
          <Timestamp at={car.postedAt}>{car.time}</Timestamp>
        </Fact>
      </dl>
      <p className="card__desc">{car.description}</p>
      <div className="seller">
        <Avatar name={car.author} size="sm" />
        <span className="seller__name">
          {car.email === undefined ? (
            car.author
          ) : (
            <Link to="/sellers/$id" params={{ id: car.email }} className="link">
              {car.author}
            </Link>
          )}
          {car.verification === 'Verified' ? <VerifiedBadge label={t.verifiedSeller} /> : null}
        </span>
      </div>
      <div className="card__actions">{actions}</div>
    </article>
  );
}

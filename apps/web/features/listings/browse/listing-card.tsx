import type { Product } from '@carhouse/contract/listings';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { listingMessages } from '#messages/listings';
import { Avatar } from '../../../ui/avatar.tsx';
import { VerifiedBadge } from '../../../ui/badge.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { brandName, money } from '../../../ui/format.ts';
import { Meter } from '../../../ui/meter.tsx';
import { ResponsiveImage } from '../../../ui/responsive-image.tsx';
import { coeLeft } from './coe.ts';

const t = listingMessages.card;

type ListingCardProps = {
  readonly car: Product;
  /** The buttons below the facts. */
  readonly actions: ReactNode;
  /** Whether the card is on the first screen. */
  readonly eager?: boolean;
  /** The first of a list: its image is what a phone shows first. */
  readonly first?: boolean;
};

/** A car with everything that the specification puts on a card (section 2, brand pages). */
export function ListingCard({ car, actions, eager = false, first = false }: ListingCardProps): ReactElement {
  return (
    <article className="card" id={`car-${car._id}`} aria-labelledby={`title-${car._id}`}>
      <Link to="/cars/$id" params={{ id: car._id }} className="card__image" tabIndex={-1} aria-hidden="true">
        <ResponsiveImage
          url={car.image}
          size={car.imageSize}
          alt=""
          sizes="(min-width: 64rem) 28rem, (min-width: 48rem) 46vw, 94vw"
          eager={eager}
          priority={first}
        />
      </Link>
      <div className="card__head">
        <h2 className="card__title" id={`title-${car._id}`}>
          <Link to="/cars/$id" params={{ id: car._id }}>
            {car.title}
          </Link>
        </h2>
        <p className="card__price num">{money(car.resalePrice)}</p>
      </div>
      <div className="card__sub">
        <span>
          {brandName(car.category)}, {car.location}
        </span>
        {car.originalPrice === null ? null : (
          <span className="num">
            {t.original} <s>{money(car.originalPrice)}</s>
          </span>
        )}
      </div>
      <Coe car={car} />
      <dl className="facts">
        <Fact name={t.yearsOfUse}>{car.yearsOfUse}</Fact>
        <Fact name={t.yearOfPurchase}>{car.yearOfPurchase}</Fact>
        <div>
          <dt>{t.posted}</dt>
          <dd className="num stamp">{car.time}</dd>
        </div>
      </dl>
      <p className="card__desc">{car.description}</p>
      <div className="seller">
        <Avatar name={car.author} size="sm" />
        <span className="seller__name">
          {car.author}
          {car.verification === 'Verified' ? <VerifiedBadge label={t.verifiedSeller} /> : null}
        </span>
      </div>
      <div className="card__actions">{actions}</div>
    </article>
  );
}

/** What is left of the COE, in ticks and in words, and what a year costs. */
function Coe({ car }: { car: Product }): ReactElement {
  const coe = coeLeft(car);
  return (
    <div className="card__coe">
      <Meter lit={coe.lit} low={coe.low} />
      {coe.words === null ? (
        <span>{t.coeOver}</span>
      ) : (
        <span>
          <b className="num">{coe.words}</b> {t.coeLeft}
        </span>
      )}
      {car.depreciationPerYear === null ? null : (
        <span className="card__dep num">{t.perYear(money(Math.round(car.depreciationPerYear)))}</span>
      )}
    </div>
  );
}

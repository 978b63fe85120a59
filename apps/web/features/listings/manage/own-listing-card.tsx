import type { OwnProduct } from '@carhouse/contract/listings';
import { isPublic } from '@carhouse/domain/listing/listing-policy';
import { Link } from '@tanstack/react-router';
import { EyeOff } from 'lucide-react';
import { type ReactElement, useId } from 'react';
import { productMessages } from '#messages/products';
import { StatusOnImage } from '../../../ui/badge.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { formatBrand, formatMoney } from '../../../ui/format.ts';
import { ResponsiveImage } from '../../../ui/responsive-image.tsx';
import { Timestamp } from '../../../ui/stamp.tsx';
import dashCardsStyles from '../../dashboard/dash-cards.module.css';
import { describeRemainingCoe } from '../browse/coe.ts';
import { ListingActions } from './listing-actions.tsx';
import { ListingMenu } from './listing-menu.tsx';
import { hasOpenBookings, makeListingElementId, makeStatusLabel } from './listing-status.ts';
import styles from './my-products-page.module.css';

/** A card of one of the seller's cars: status, posting time, and possible actions. */
export function OwnListingCard({ car, isImageEager }: { car: OwnProduct; isImageEager: boolean }): ReactElement {
  const titleId = useId();
  const isOffSale = makeStatusLabel(car).kind === 'off';
  const coe = describeRemainingCoe(car);
  return (
    <article
      className={isOffSale ? `card ${styles.product} ${dashCardsStyles.isSold}` : `card ${styles.product}`}
      id={makeListingElementId(car)}
      tabIndex={-1}
      aria-labelledby={titleId}
    >
      <div className="card__image">
        <ResponsiveImage
          url={car.image}
          size={car.imageSize}
          alt=""
          sizes="(min-width: 80rem) 22rem, (min-width: 48rem) 46vw, 94vw"
          isEager={isImageEager}
        />
        <StatusOnImage status={makeStatusLabel(car)} />
      </div>
      <ListingMenu car={car} />
      <div className="card__head">
        <h2 className="card__title" id={titleId}>
          {isPublic(car.status) ? (
            <Link to="/cars/$id" params={{ id: car._id }}>
              {car.title}
            </Link>
          ) : (
            car.title
          )}
        </h2>
        <p className="card__price num">{formatMoney(car.resalePrice)}</p>
      </div>
      <div className="card__sub">
        <span>
          {formatBrand(car.category)}, {car.location}
        </span>
        <span className="num">
          {hasOpenBookings(car)
            ? productMessages.bookings(car.openBookings)
            : productMessages.images(car.images.length)}
        </span>
      </div>
      {car.hiddenReason === null ? null : (
        <Callout icon={EyeOff} kind="stop">
          {productMessages.hiddenReason(car.hiddenReason)} {productMessages.hiddenHint}
        </Callout>
      )}
      <dl className="facts">
        <Fact name={car.status === 'draft' ? productMessages.started : productMessages.posted}>
          <Timestamp at={car.postedAt}>{car.time}</Timestamp>
        </Fact>
        <Fact name={productMessages.seller}>{car.author}</Fact>
        <Fact name={productMessages.coeLeft}>{coe.text}</Fact>
      </dl>
      <div className="card__actions">
        <ListingActions car={car} />
      </div>
    </article>
  );
}

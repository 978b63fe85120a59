import type { Product } from '@carhouse/contract/listings';
import { Link } from '@tanstack/react-router';
import { MapPin } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { listingMessages } from '#messages/listings';
import { formatBrand, formatMoney } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ResponsiveImage } from '../../../ui/responsive-image.tsx';
import { CoeLine } from './coe-line.tsx';
import { formatMainFacts } from './facts-line.ts';
import styles from './list-parts.module.css';
import { WishButton } from './wish-button.tsx';

const t = listingMessages.card;

type MiniCardProps = {
  readonly car: Product;
  /** Heading level of the card's title: one more than the level of the list's heading. */
  readonly headingLevel: 2 | 3;
  /** Width of the image, as a value of the `sizes` attribute. */
  readonly sizes?: string;
  readonly isImageEager?: boolean;
  /** Whether the card is the first of a list: its image is the first that a phone shows. */
  readonly isFirst?: boolean;
  /** The title, in which the searched words may be highlighted. */
  readonly title?: ReactNode;
  /** Controls on the image, next to the wish button. */
  readonly children?: ReactNode;
};

const thirdOfWidthSizes = '(min-width: 92rem) 28rem, (min-width: 64rem) 30vw, (min-width: 48rem) 46vw, 94vw';

/**
 * A small card of a car: image, wish button, price, the facts that buyers compare, COE and location. The whole card is
 * a link to the page of the car, through its title.
 */
export function MiniCard(props: MiniCardProps): ReactElement {
  const {
    car,
    headingLevel,
    sizes = thirdOfWidthSizes,
    isImageEager = false,
    isFirst = false,
    title = car.title,
    children,
  } = props;
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <article className="card card--mini" id={`car-${car._id}`} aria-labelledby={`title-${car._id}`}>
      <div className="card__image">
        <ResponsiveImage
          url={car.image}
          size={car.imageSize}
          alt=""
          sizes={sizes}
          isEager={isImageEager}
          hasPriority={isFirst}
        />
        <WishButton car={car} isHeartOnly />
        {children}
      </div>
      <div className="card__head">
        <Heading className="card__title" id={`title-${car._id}`}>
          <Link to="/cars/$id" params={{ id: car._id }} className="stretch">
            {title}
          </Link>
        </Heading>
        <p className="card__price num">{formatMoney(car.resalePrice)}</p>
      </div>
      <div className="card__sub">
        <span>
          {formatBrand(car.category)}, <span className="num">{car.yearOfPurchase}</span>
        </span>
        {car.depreciationPerYear === null ? null : (
          <span className="num">{t.perYear(formatMoney(Math.round(car.depreciationPerYear)))}</span>
        )}
      </div>
      <p className={`${styles.facts} num`}>{formatMainFacts(car)}</p>
      <CoeLine car={car} isShort>
        <span className="card__loc">
          <Icon of={MapPin} />
          <span>{car.location}</span>
        </span>
      </CoeLine>
    </article>
  );
}

import type { AdvertisedCarAnswer } from '@carhouse/contract/advertisements';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight, Star } from 'lucide-react';
import { type ReactElement, useRef, useState } from 'react';
import { homeSectionMessages } from '#messages/home-sections';
import { sharedMessages } from '#messages/shared';
import { useClient } from '../../app/api.ts';
import { formatMoney } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { ResponsiveImage } from '../../ui/responsive-image.tsx';
import { useFocusAdded } from '../../ui/use-focus-added.ts';
import homePageStyles from './home-page.module.css';
import { advertGridQuery } from './home-queries.ts';
import styles from './home-sections.module.css';

/**
 * Number of cars that are shown at first, and number of cars that each 'Show more' adds: three rows of the widest grid.
 */
const carsPerStep = 9;

/** The grid of advertised cars; renders nothing when there are none (specification, section 2). */
export function AdvertGrid(): ReactElement | null {
  const { data: cars = [] } = useQuery(advertGridQuery(useClient()));
  const [shownCount, setShownCount] = useState(carsPerStep);
  const listRef = useRef<HTMLDivElement>(null);
  const focusFirstAdded = useFocusAdded((index) => listRef.current?.children[index]?.querySelector('a'));
  const showMore = () => {
    focusFirstAdded(shownCount);
    setShownCount(shownCount + carsPerStep);
  };
  if (cars.length === 0) return null;
  return (
    <section className={`section ${styles.ads}`} aria-labelledby="advertisement">
      <div className="wrap">
        <div className={homePageStyles.sectionHead}>
          <h2 id="advertisement">{homeSectionMessages.advertisement.name}</h2>
          <Link className="link" to="/cars">
            {homeSectionMessages.advertisement.all} <Icon of={ArrowRight} />
          </Link>
        </div>
        <p className="hint">{homeSectionMessages.advertisement.note}</p>
        <div className="grid" ref={listRef}>
          {cars.slice(0, shownCount).map((car) => (
            <Advert key={car._id} car={car} />
          ))}
        </div>
        {shownCount < cars.length ? (
          <button className={`btn btn--lg ${styles.adsMore}`} type="button" onClick={showMore}>
            {sharedMessages.showMore}
          </button>
        ) : null}
      </div>
    </section>
  );
}

function Advert({ car }: { car: AdvertisedCarAnswer }): ReactElement {
  return (
    <article className="card card--ad">
      <div className="card__image">
        <ResponsiveImage
          url={car.image}
          size={car.imageSize}
          alt=""
          sizes="(min-width: 64rem) 28rem, (min-width: 48rem) 46vw, 94vw"
        />
      </div>
      <div className="card__head">
        <h3 className="card__title">
          <Link className="stretch" to="/cars/$id" params={{ id: car._id }}>
            {car.title}
          </Link>
        </h3>
        <p className="card__price num">{formatMoney(car.resalePrice)}</p>
      </div>
      <div className="card__sub">
        <span>{car.category}</span>
        <StarRow />
      </div>
    </article>
  );
}

/** Five stars of which the second is selected, as the specification requires (section 9). */
function StarRow(): ReactElement {
  return (
    <span className="stars" role="img" aria-label={homeSectionMessages.advertisement.rating}>
      {[1, 2, 3, 4, 5].map((starNumber) => (
        <Icon key={starNumber} of={Star} className={starNumber <= 2 ? 'is-on' : ''} />
      ))}
    </span>
  );
}

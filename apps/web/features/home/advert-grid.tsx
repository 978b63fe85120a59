import type { AdvertisedCarAnswer } from '@carhouse/contract/advertisements';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight, Star } from 'lucide-react';
import type { ReactElement } from 'react';
import { homeSectionMessages } from '#messages/home-sections';
import { useClient } from '../../app/api.ts';
import { money } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { ResponsiveImage } from '../../ui/responsive-image.tsx';
import homePageStyles from './home-page.module.css';
import { gridQuery } from './home-queries.ts';
import styles from './home-sections.module.css';

/** Maximum number of cars: they fill three rows of the widest grid. The strip and the search show the others. */
const most = 9;

/** The advertised cars, only where there are some (specification, section 2). */
export function AdvertGrid(): ReactElement | null {
  const { data: cars = [] } = useQuery(gridQuery(useClient()));
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
        <div className="grid">
          {cars.slice(0, most).map((car) => (
            <Advert key={car._id} car={car} />
          ))}
        </div>
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
        <p className="card__price num">{money(car.resalePrice)}</p>
      </div>
      <div className="card__sub">
        <span>{car.category}</span>
        <Stars />
      </div>
    </article>
  );
}

/** Fixed: five stars, the second selected (specification, section 9). */
function Stars(): ReactElement {
  return (
    <span className="stars" role="img" aria-label={homeSectionMessages.advertisement.rating}>
      {[1, 2, 3, 4, 5].map((place) => (
        <Icon key={place} of={Star} className={place <= 2 ? 'is-on' : ''} />
      ))}
    </span>
  );
}

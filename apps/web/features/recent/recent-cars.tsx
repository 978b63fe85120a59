import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { recentlyViewedMessages } from '#messages/compare';
import { formatBrand, formatMoney } from '../../ui/format.ts';
import { findSmallestFile } from '../../ui/image-sources.ts';
import { ResponsiveImage } from '../../ui/responsive-image.tsx';
import { recentlySeenCars } from '../compare/stored-cars.ts';
import styles from './recent-cars.module.css';

const shownCarCountMaximum = 8;

/**
 * The cars that the visitor opened most recently, with the data that they had at that time. The component renders
 * nothing for a visitor who has opened no car.
 */
export function RecentCars({ excludedCarId }: { readonly excludedCarId?: string }): ReactElement | null {
  const cars = recentlySeenCars
    .use()
    .filter(({ _id }) => _id !== excludedCarId)
    .slice(0, shownCarCountMaximum);
  if (cars.length === 0) return null;
  return (
    <section className={styles.recent} aria-labelledby="recent">
      <div className={styles.recentHead}>
        <h2 id="recent">{recentlyViewedMessages.heading}</h2>
        <button className="link" type="button" onClick={() => recentlySeenCars.clear()}>
          {recentlyViewedMessages.clear}
        </button>
      </div>
      <ul className={styles.recentCars}>
        {cars.map((car) => (
          <li key={car._id}>
            <Link to="/cars/$id" params={{ id: car._id }} className={styles.recentCar}>
              <span className={styles.recentImage}>
                <ResponsiveImage url={findSmallestFile(car.image)} size={null} alt="" sizes="10rem" />
              </span>
              <b>{car.title}</b>
              <span className="num">{`${formatBrand(car.category)}, ${car.yearOfPurchase}`}</span>
              <span className="num">{formatMoney(car.resalePrice)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

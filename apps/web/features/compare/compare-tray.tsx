import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import { comparisonMessages } from '#messages/compare';
import { makeButtonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { findSmallestFile } from '../../ui/image-sources.ts';
import { ResponsiveImage } from '../../ui/responsive-image.tsx';
import { comparedCarCountMaximum } from './compare-queries.ts';
import styles from './compare-tray.module.css';
import { comparedCars } from './stored-cars.ts';

/** The cars to compare, at the bottom of the window, and the link to their comparison. */
export function CompareTray(): ReactElement {
  // The cars in the order in which they were chosen. In the stored list, the car that was chosen last comes first.
  const cars = comparedCars.use().toReversed();
  return (
    <>
      <p className="visually-hidden" role="status">
        {cars.length === 0 ? '' : comparisonMessages.chosen(cars.length, comparedCarCountMaximum)}
      </p>
      {cars.length === 0 ? null : (
        <section className={styles.tray} aria-label={comparisonMessages.tray}>
          <div className={`wrap ${styles.trayInner}`}>
            <ul className={styles.trayCars}>
              {cars.map((car) => (
                <li key={car._id}>
                  <span className={styles.trayImage}>
                    <ResponsiveImage url={findSmallestFile(car.image)} size={null} alt="" sizes="4rem" isEager />
                  </span>
                  <span className={styles.trayName}>{car.title}</span>
                  <button
                    className="iconbtn"
                    type="button"
                    aria-label={comparisonMessages.remove(car.title)}
                    onClick={() => comparedCars.remove(car)}
                  >
                    <Icon of={X} />
                  </button>
                </li>
              ))}
            </ul>
            <div className={styles.trayActions}>
              <button className="btn btn--quiet" type="button" onClick={() => comparedCars.clear()}>
                {comparisonMessages.clear}
              </button>
              {cars.length < 2 ? (
                <p className={styles.trayHint}>{comparisonMessages.oneMore}</p>
              ) : (
                <Link
                  className={makeButtonClass({ kind: 'primary' })}
                  to="/compare"
                  search={{ ids: cars.map(({ _id }) => _id) }}
                >
                  {comparisonMessages.compareCars(cars.length)}
                </Link>
              )}
            </div>
          </div>
        </section>
      )}
    </>
  );
}

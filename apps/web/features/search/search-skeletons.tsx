import type { ReactElement } from 'react';
import { Loading } from '../../ui/spinner.tsx';
import styles from '../listings/browse/list-parts.module.css';

const places = [1, 2, 3, 4, 5, 6];

/** The word, and six small cards of the geometry of those that replace them. */
export function SearchSkeletons(): ReactElement {
  return (
    <>
      <Loading />
      <div className={`grid ${styles.skeletons}`} aria-hidden="true">
        {places.map((place) => (
          <div key={place} className="card card--mini">
            <div className="card__image skeleton" />
            <div className="card__head">
              <span className={`skeleton ${styles.skeletonTitle}`} />
              <span className={`skeleton ${styles.skeletonPrice}`} />
            </div>
            <div className="card__sub">
              <span className={`skeleton ${styles.skeletonSub}`} />
            </div>
            <div className="card__coe">
              <span className={`skeleton ${styles.skeletonCoe}`} />
            </div>
          </div>
        ))}
      </div>
    </>
  );
}

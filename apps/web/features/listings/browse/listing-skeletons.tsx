import type { ReactElement } from 'react';
import { Loading } from '../../../ui/spinner.tsx';
import styles from './list-parts.module.css';

const skeletonNumbers = [1, 2, 3, 4, 5, 6];

/** A loading text and six placeholders with the size of the cards; with `isSmall`, the size of small cards. */
export function ListingSkeletons({ isSmall = false }: { isSmall?: boolean }): ReactElement {
  return (
    <>
      <Loading />
      <div className={`grid ${styles.skeletons}`} aria-hidden="true">
        {skeletonNumbers.map((skeletonNumber) => (
          <div key={skeletonNumber} className={isSmall ? 'card card--mini' : 'card'}>
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
            {isSmall ? null : (
              <>
                <span className={`skeleton ${styles.skeletonFacts}`} />
                <span className={`skeleton ${styles.skeletonDesc}`} />
                <div className="card__actions">
                  <span className={`skeleton ${styles.skeletonButton}`} />
                </div>
              </>
            )}
          </div>
        ))}
      </div>
    </>
  );
}

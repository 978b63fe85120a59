import type { ReactElement } from 'react';
import { Loading } from '../../ui/spinner.tsx';
import styles from './dash-cards.module.css';
import overviewPageStyles from './overview-page.module.css';

const skeletonNumbers = [1, 2, 3, 4, 5, 6];

/** A loading text, and placeholder cards of the same size as the real ones. */
export function CardSkeletons(): ReactElement {
  return (
    <>
      <Loading />
      <div className={`grid ${styles.gridDash} ${styles.dashSkeletons}`} aria-hidden="true">
        {skeletonNumbers.map((skeletonNumber) => (
          <div key={skeletonNumber} className={`card ${styles.cardSkeleton}`}>
            <div className="card__image skeleton" />
            <span className="skeleton" />
            <span className={`skeleton ${styles.skeletonHalf}`} />
            <span className={`skeleton ${styles.skeletonWide}`} />
            <span className={`skeleton ${styles.skeletonWide}`} />
          </div>
        ))}
      </div>
    </>
  );
}

/** Placeholders of the same height, shown while the dashboard loads. */
export function OverviewSkeleton(): ReactElement {
  return (
    <>
      <Loading />
      <div aria-hidden="true" className={overviewPageStyles.overviewSkeleton}>
        <div className={`skeleton ${overviewPageStyles.overviewFigures}`} />
        <div className="cols">
          <div className={`skeleton ${overviewPageStyles.overviewPanel} span-7`} />
          <div className={`skeleton ${overviewPageStyles.overviewPanel} span-5`} />
          <div className={`skeleton ${overviewPageStyles.overviewPanel} span-5`} />
          <div className={`skeleton ${overviewPageStyles.overviewPanel} span-7`} />
        </div>
      </div>
    </>
  );
}

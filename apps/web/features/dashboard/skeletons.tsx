import type { ReactElement } from 'react';
import { Loading } from '../../ui/spinner.tsx';

const places = [1, 2, 3, 4, 5, 6];

/** The text, and placeholder cards of the same size as the real ones. */
export function CardSkeletons(): ReactElement {
  return (
    <>
      <Loading />
      <div className="grid grid--dash dash-skeletons" aria-hidden="true">
        {places.map((place) => (
          <div key={place} className="card card--skeleton">
            <div className="card__media skeleton" />
            <span className="skeleton" />
            <span className="skeleton skeleton--half" />
            <span className="skeleton skeleton--wide" />
            <span className="skeleton skeleton--wide" />
          </div>
        ))}
      </div>
    </>
  );
}

/** Placeholders of the same height while the overview loads. */
export function OverviewSkeleton(): ReactElement {
  return (
    <>
      <Loading />
      <div aria-hidden="true" className="overview--skeleton">
        <div className="skeleton overview__figures" />
        <div className="cols">
          <div className="skeleton overview__panel span-7" />
          <div className="skeleton overview__panel span-5" />
          <div className="skeleton overview__panel span-5" />
          <div className="skeleton overview__panel span-7" />
        </div>
      </div>
    </>
  );
}

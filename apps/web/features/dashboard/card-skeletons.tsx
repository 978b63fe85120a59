import type { ReactElement } from 'react';
import { Loading } from '../../ui/wheel.tsx';

const places = [1, 2, 3, 4, 5, 6];

/** The word, and cards of the geometry of those that replace them. */
export function CardSkeletons(): ReactElement {
  return (
    <>
      <Loading />
      <div className="grid grid--dash dash-skeletons" aria-hidden="true">
        {places.map((place) => (
          <div key={place} className="card card--sk">
            <div className="card__media sk" />
            <span className="sk" />
            <span className="sk sk--half" />
            <span className="sk sk--wide" />
            <span className="sk sk--wide" />
          </div>
        ))}
      </div>
    </>
  );
}

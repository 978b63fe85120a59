import type { ReactElement } from 'react';
import { Loading } from '../../../ui/spinner.tsx';
import './list-parts.css';

const places = [1, 2, 3, 4, 5, 6];

/** The word, and six cards of the geometry of those that replace them. */
export function ListingSkeletons(): ReactElement {
  return (
    <>
      <Loading />
      <div className="grid skeletons" aria-hidden="true">
        {places.map((place) => (
          <div key={place} className="card">
            <div className="card__media skeleton" />
            <div className="card__head">
              <span className="skeleton skeleton--title" />
              <span className="skeleton skeleton--price" />
            </div>
            <div className="card__sub">
              <span className="skeleton skeleton--sub" />
            </div>
            <div className="card__coe">
              <span className="skeleton skeleton--coe" />
            </div>
            <span className="skeleton skeleton--facts" />
            <span className="skeleton skeleton--desc" />
            <div className="card__actions">
              <span className="skeleton skeleton--button" />
            </div>
          </div>
        ))}
      </div>
    </>
  );
}

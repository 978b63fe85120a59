import type { ReactElement } from 'react';
import { Loading } from '../../../ui/wheel.tsx';
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
            <div className="card__media sk" />
            <div className="card__head">
              <span className="sk sk--title" />
              <span className="sk sk--price" />
            </div>
            <div className="card__sub">
              <span className="sk sk--sub" />
            </div>
            <div className="card__coe">
              <span className="sk sk--coe" />
            </div>
            <span className="sk sk--facts" />
            <span className="sk sk--desc" />
            <div className="card__actions">
              <span className="sk sk--button" />
            </div>
          </div>
        ))}
      </div>
    </>
  );
}

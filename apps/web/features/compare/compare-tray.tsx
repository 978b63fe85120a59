import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import { compare as words } from '#messages/compare';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { smallestFile } from '../../ui/image-sources.ts';
import { Mark } from '../../ui/mark.tsx';
import './compare-tray.css';
import { comparedMaximum } from './compare-search.ts';
import { comparedCars } from './compared-cars.ts';

/** The cars that were put aside, at the foot of the window, and the way to their comparison. */
export function CompareTray(): ReactElement {
  // In the order in which they were chosen.
  const cars = comparedCars.use().toReversed();
  return (
    <>
      <p className="sr" role="status">
        {cars.length === 0 ? '' : words.chosen(cars.length, comparedMaximum)}
      </p>
      {cars.length === 0 ? null : (
        <section className="tray" aria-label={words.tray}>
          <div className="wrap tray__in">
            <ul className="tray__cars">
              {cars.map((car) => (
                <li key={car._id}>
                  <span className="tray__photo">
                    {car.image === '' ? <Mark /> : <img src={smallestFile(car.image)} alt="" decoding="async" />}
                  </span>
                  <span className="tray__name">{car.title}</span>
                  <button
                    className="iconbtn"
                    type="button"
                    aria-label={words.remove(car.title)}
                    onClick={() => comparedCars.drop(car)}
                  >
                    <Icon of={X} />
                  </button>
                </li>
              ))}
            </ul>
            <div className="tray__acts">
              <button className="btn btn--quiet" type="button" onClick={() => comparedCars.clear()}>
                {words.clear}
              </button>
              {cars.length < 2 ? (
                <p className="tray__hint">{words.oneMore}</p>
              ) : (
                <Link
                  className={buttonClass({ kind: 'primary' })}
                  to="/compare"
                  search={{ ids: cars.map(({ _id }) => _id) }}
                >
                  {words.compareCars(cars.length)}
                </Link>
              )}
            </div>
          </div>
        </section>
      )}
    </>
  );
}

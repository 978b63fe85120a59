import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import { compareMessages } from '#messages/compare';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { smallestFile } from '../../ui/image-sources.ts';
import { Logo } from '../../ui/logo.tsx';
import { comparedMaximum } from './compare-queries.ts';
import { comparedCars } from './stored-cars.ts';
import './compare-tray.css';

/** The cars to compare, at the bottom of the window, and the link to their comparison. */
export function CompareTray(): ReactElement {
  // In the order in which they were chosen.
  const cars = comparedCars.use().toReversed();
  return (
    <>
      <p className="visually-hidden" role="status">
        {cars.length === 0 ? '' : compareMessages.chosen(cars.length, comparedMaximum)}
      </p>
      {cars.length === 0 ? null : (
        <section className="tray" aria-label={compareMessages.tray}>
          <div className="wrap tray__in">
            <ul className="tray__cars">
              {cars.map((car) => (
                <li key={car._id}>
                  <span className="tray__photo">
                    {car.image === '' ? <Logo /> : <img src={smallestFile(car.image)} alt="" decoding="async" />}
                  </span>
                  <span className="tray__name">{car.title}</span>
                  <button
                    className="iconbtn"
                    type="button"
                    aria-label={compareMessages.remove(car.title)}
                    onClick={() => comparedCars.drop(car)}
                  >
                    <Icon of={X} />
                  </button>
                </li>
              ))}
            </ul>
            <div className="tray__actions">
              <button className="btn btn--quiet" type="button" onClick={() => comparedCars.clear()}>
                {compareMessages.clear}
              </button>
              {cars.length < 2 ? (
                <p className="tray__hint">{compareMessages.oneMore}</p>
              ) : (
                <Link
                  className={buttonClass({ kind: 'primary' })}
                  to="/compare"
                  search={{ ids: cars.map(({ _id }) => _id) }}
                >
                  {compareMessages.compareCars(cars.length)}
                </Link>
              )}
            </div>
          </div>
        </section>
      )}
    </>
  );
}

import type { ListingDetail } from '@carhouse/contract/listing-detail';
import type { ReactElement } from 'react';
import { reservationMessages } from '#messages/reservations';
import { formatCarName, formatMoney } from '../../ui/format.ts';
import { ResponsiveImage } from '../../ui/responsive-image.tsx';
import { CoeLine } from '../listings/browse/coe-line.tsx';
import { listFacts } from '../listings/browse/facts-line.ts';
import { formatFact } from '../listings/browse/written-fact.ts';
import styles from './reservation.module.css';

/** The car of a reservation: its photo, its name, the main facts, the price and the COE. */
export function ReservationCar({ car }: { car: ListingDetail }): ReactElement {
  return (
    <section aria-label={reservationMessages.theCar}>
      <div className={styles.photo}>
        <ResponsiveImage
          url={car.image}
          size={car.imageSize}
          alt={formatCarName(car.category, car.title)}
          sizes="(min-width: 64rem) 57vw, 100vw"
          isEager
        />
      </div>
      <h1>{formatCarName(car.category, car.title)}</h1>
      <p className={`${styles.facts} num`}>
        {listCarFacts(car).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      <p className={`${styles.price} num`}>
        {formatMoney(car.resalePrice)}{' '}
        {car.depreciationPerYear === null ? null : (
          <small>{reservationMessages.aYear(formatMoney(Math.round(car.depreciationPerYear)))}</small>
        )}
      </p>
      <CoeLine car={car} />
    </section>
  );
}

/** The main facts, each beginning with a capital letter, and where the car is. Unknown facts are left out. */
function listCarFacts(car: ListingDetail): readonly string[] {
  const { fuel, transmission } = car.facts;
  const kind = [
    ...(fuel === null ? [] : [formatFact('fuel', fuel)]),
    ...(transmission === null ? [] : [transmission]),
  ].join(', ');
  return [...listFacts(car), ...(kind === '' ? [] : [kind]), car.location].map(
    (fact) => `${fact.charAt(0).toUpperCase()}${fact.slice(1)}`,
  );
}

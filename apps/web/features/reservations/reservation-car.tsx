import type { ListingDetail } from '@carhouse/contract/listing-detail';
import type { ReactElement } from 'react';
import { reservationMessages } from '#messages/reservations';
import { carName, money } from '../../ui/format.ts';
import { ResponsiveImage } from '../../ui/responsive-image.tsx';
import { CoeLine } from '../listings/browse/coe-line.tsx';
import { factsLine } from '../listings/browse/facts-line.ts';
import styles from './reservation.module.css';

/** The car of a reservation: its photo, its name, the main facts, the price and the COE. */
export function ReservationCar({ car }: { car: ListingDetail }): ReactElement {
  return (
    <section aria-label={reservationMessages.theCar}>
      <div className={styles.photo}>
        <ResponsiveImage
          url={car.image}
          size={car.imageSize}
          alt={carName(car.category, car.title)}
          sizes="(min-width: 64rem) 57vw, 100vw"
          eager
        />
      </div>
      <h1>{carName(car.category, car.title)}</h1>
      <p className={`${styles.facts} num`}>
        {factsLine(car)}, {car.location}
      </p>
      <p className={`${styles.price} num`}>
        {money(car.resalePrice)}{' '}
        {car.depreciationPerYear === null ? null : (
          <small>{reservationMessages.aYear(money(Math.round(car.depreciationPerYear)))}</small>
        )}
      </p>
      <CoeLine car={car} />
    </section>
  );
}

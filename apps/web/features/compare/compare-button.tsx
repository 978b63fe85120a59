import type { Product } from '@carhouse/contract/listings';
import { Check, Scale } from 'lucide-react';
import type { ReactElement } from 'react';
import { comparisonMessages } from '#messages/compare';
import { toastError } from '../../app/toasts.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './compare-button.module.css';
import { comparedCarCountMaximum } from './compare-queries.ts';
import { comparedCars, isSameCar, toStoredCar } from './stored-cars.ts';

type CompareButtonProps = {
  readonly car: Product;
  /**
   * Whether the button has a text label, as on the page of a car. A button without a text label is an icon on the
   * image.
   */
  readonly hasText?: boolean;
};

/** Adds a car to the comparison, or removes it. */
export function CompareButton({ car, hasText: hasLabel = false }: CompareButtonProps): ReactElement {
  const cars = comparedCars.use();
  const storedCar = toStoredCar(car);
  const isCompared = cars.some((comparedCar) => isSameCar(comparedCar, storedCar));
  const toggleComparison = () => {
    if (isCompared) comparedCars.remove(storedCar);
    else if (cars.length >= comparedCarCountMaximum) toastError(comparisonMessages.full(comparedCarCountMaximum));
    else comparedCars.add(storedCar);
  };
  return (
    <button
      className={hasLabel ? `btn btn--quiet ${styles.compareBtn} ${styles.compareBtnWide}` : styles.compareBtn}
      type="button"
      aria-pressed={isCompared}
      aria-label={comparisonMessages.add(car.title)}
      onClick={toggleComparison}
    >
      <Icon of={isCompared ? Check : Scale} />
      {hasLabel ? <span>{comparisonMessages.short}</span> : null}
    </button>
  );
}

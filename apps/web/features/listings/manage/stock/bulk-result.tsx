import { type ReactElement, useId } from 'react';
import { stockMessages } from '#messages/stock';
import { Dialog, DialogFoot } from '../../../../ui/dialog.tsx';
import type { FailedCar } from './selection-state.ts';
import styles from './stock.module.css';

type BulkResultProps = {
  /** A text that says how many cars were changed. */
  readonly title: string;
  readonly failedCars: readonly FailedCar[];
  readonly onClose: () => void;
};

/** A dialog that lists the cars that were not changed, with the reason for each car. */
export function BulkResult({ title, failedCars, onClose }: BulkResultProps): ReactElement {
  const id = useId();
  return (
    <Dialog title={title} onClose={onClose} isSmall describedById={id}>
      <div className="dialog__body" id={id}>
        <p>{stockMessages.bulk.stayed(failedCars.length)}</p>
        <ul className={styles.stayed}>
          {failedCars.map((car) => (
            <li key={car.id}>{stockMessages.bulk.stayedCar(car.title, car.reason)}</li>
          ))}
        </ul>
        <p>{stockMessages.bulk.stillSelected}</p>
      </div>
      <DialogFoot isBusy={false} onClose={onClose} cancelLabel={stockMessages.bulk.close} isCancelFocused>
        {null}
      </DialogFoot>
    </Dialog>
  );
}

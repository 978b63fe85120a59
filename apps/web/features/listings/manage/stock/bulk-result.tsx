import { type ReactElement, useId } from 'react';
import { stockMessages } from '#messages/stock';
import { Dialog, DialogFoot } from '../../../../ui/dialog.tsx';
import styles from './stock.module.css';
import type { StayedCar } from './use-bulk-change.ts';

type BulkResultProps = {
  /** A text that says how many cars were changed. */
  readonly title: string;
  readonly stayed: readonly StayedCar[];
  readonly onClose: () => void;
};

/** A dialog that lists the cars that were not changed, each with the reason. */
export function BulkResult({ title, stayed, onClose }: BulkResultProps): ReactElement {
  const id = useId();
  return (
    <Dialog title={title} onClose={onClose} small describedBy={id}>
      <div className="dialog__body" id={id}>
        <p>{stockMessages.bulk.stayed(stayed.length)}</p>
        <ul className={styles.stayed}>
          {stayed.map((car, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change, and two cars may have the same title
            <li key={place}>{stockMessages.bulk.stayedCar(car.title, car.reason)}</li>
          ))}
        </ul>
      </div>
      <DialogFoot busy={false} onClose={onClose} keep={stockMessages.bulk.close} focusKeep>
        {null}
      </DialogFoot>
    </Dialog>
  );
}

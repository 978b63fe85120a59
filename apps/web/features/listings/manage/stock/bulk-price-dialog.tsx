import { changePrices, type SellerCar } from '@carhouse/contract/seller-cars';
import { isEditable } from '@carhouse/domain/listing/listing-policy';
import { type ReactElement, useId, useState } from 'react';
import { sharedMessages } from '#messages/shared';
import { stockMessages } from '#messages/stock';
import { useClient } from '../../../../app/api.ts';
import { toastSuccess } from '../../../../app/toasts.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Failure } from '../../../../ui/callout.tsx';
import { Dialog, DialogFoot } from '../../../../ui/dialog.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Segments } from '../../../../ui/segments.tsx';
import { ConfirmAgain } from '../../../auth/confirm-again.tsx';
import { computePriceAfterChange, type PriceChange, parseAmount } from './bulk-price.ts';
import { BulkResult } from './bulk-result.tsx';
import styles from './stock.module.css';
import { type BulkDialogProps, useBulkChange } from './use-bulk-change.ts';

const t = stockMessages.bulk;

/**
 * A dialog that lowers or raises the prices of the selected cars by a percentage or an amount, and shows the result
 * before it is sent.
 */
export function BulkPriceDialog({ selectedCars, onClose, onChanged, onDone }: BulkDialogProps): ReactElement {
  const id = useId();
  const client = useClient();
  const [direction, setDirection] = useState<PriceChange['direction']>('lower');
  const [unit, setUnit] = useState<PriceChange['unit']>('percent');
  const [text, setText] = useState('5');
  const [isSubmitted, setSubmitted] = useState(false);
  // The cars with their prices at the moment when the dialog opened. When a response was lost, the next try requests
  // the same prices and does not lower a price twice.
  const [cars] = useState(() => selectedCars.filter((car) => isEditable(car.status)));
  const amount = parseAmount(text, unit);
  const computeNewPrice = (car: SellerCar) =>
    amount === undefined ? 0 : computePriceAfterChange(car.resalePrice, { direction, unit, amount });
  const change = useBulkChange(
    cars,
    (carsOfCall) =>
      client(changePrices, {
        body: {
          cars: carsOfCall.map((car) => ({
            _id: car._id,
            expectedPrice: car.resalePrice,
            resalePrice: computeNewPrice(car),
          })),
        },
      }),
    {
      onChanged,
      onAllChanged: (changedCount) => {
        toastSuccess(t.pricesDone(changedCount));
        onDone([]);
      },
    },
  );
  const { failedCars: failed, remainingCars } = change;
  if (failed !== undefined) {
    return <BulkResult title={t.pricesDone(change.changedCount)} failedCars={failed} onClose={() => onDone(failed)} />;
  }
  const tooLowCount = amount === undefined ? 0 : remainingCars.filter((car) => computeNewPrice(car) < 1).length;
  const fault = amount === undefined ? t.badAmount[unit] : tooLowCount > 0 ? t.tooLow(tooLowCount) : undefined;
  const { isPending, error } = change.request;
  return (
    <Dialog title={t.priceTitle(remainingCars.length)} onClose={onClose} isSmall isBusy={isPending}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setSubmitted(true);
          if (fault === undefined && cars.length > 0) change.startChange();
        }}
      >
        <div className={`dialog__body ${styles.bulkPrice}`}>
          <Segments
            label={t.by}
            value={direction}
            onChoose={setDirection}
            options={(['lower', 'raise'] as const).map((value) => ({ value, label: t.ways[value] }))}
          />
          <Segments
            label={t.unit}
            value={unit}
            onChoose={setUnit}
            options={(['percent', 'dollars'] as const).map((value) => ({ value, label: t.units[value] }))}
          />
          <Field
            label={t.amount[unit]}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            data-autofocus
            error={isSubmitted || text !== '' ? fault : undefined}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <p id={id} className={`num ${styles.sub}`} role="status">
            {fault === undefined ? describePriceChange(remainingCars, computeNewPrice) : ''}
          </p>
          <p className="hint">{t.rounded}</p>
          {change.changedCount > 0 ? <p>{t.pricesDone(change.changedCount)}.</p> : null}
          <Failure of={error} textAfterError={<ConfirmAgain refusal={error} />} />
        </div>
        <DialogFoot isBusy={isPending} onClose={onClose} cancelLabel={sharedMessages.cancel}>
          <Button kind="primary" type="submit" isBusy={isPending}>
            {t.priceConfirm(remainingCars.length)}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

/** Describes the first car before and after the change, and the sums of all cars. */
function describePriceChange(cars: readonly SellerCar[], computePriceAfter: (car: SellerCar) => number): string {
  const [firstCar] = cars;
  if (firstCar === undefined) return '';
  const exampleText = t.example(firstCar.title, firstCar.resalePrice, computePriceAfter(firstCar));
  if (cars.length === 1) return exampleText;
  const sumPrices = (readPrice: (car: SellerCar) => number): number =>
    cars.reduce((total, car) => total + readPrice(car), 0);
  return `${exampleText} ${t.sum(
    sumPrices((car) => car.resalePrice),
    sumPrices(computePriceAfter),
  )}`;
}

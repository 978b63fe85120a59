import type { SellerCar } from '@carhouse/contract/seller-cars';
import { useMutation } from '@tanstack/react-query';
import { CircleDollarSign, EyeOff, X } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { stockMessages } from '#messages/stock';
import { useClient } from '../../../../app/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { ErrorText } from '../../../../ui/field.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { BulkPriceDialog } from './bulk-price-dialog.tsx';
import { BulkWithdrawDialog } from './bulk-withdraw-dialog.tsx';
import type { FailedCar } from './selection-state.ts';
import styles from './stock.module.css';
import { fetchAllCars, type StockListSearch } from './stock-queries.ts';
import type { Selection } from './use-selection.ts';

const t = stockMessages.bulk;

type BulkBarProps = {
  readonly selection: Selection;
  readonly choice: StockListSearch;
  /** The cars on the page of the list that is shown. */
  readonly shownCars: readonly SellerCar[];
  readonly matchingCount: number;
};

/** The bar with actions on the selected cars. The bar stays at the bottom of the window while cars are selected. */
export function BulkBar({ selection, choice, shownCars, matchingCount }: BulkBarProps): ReactElement | null {
  const client = useClient();
  const [openDialog, setOpenDialog] = useState<'price' | 'withdraw'>();
  const selectAllMutation = useMutation({
    mutationFn: () => fetchAllCars(client, choice),
    onSuccess: (cars) => selection.choose(cars, true),
  });
  // When a bulk change fails, a car has often been changed in another window. Another try must start from the current
  // prices of the cars. The cars on the shown page already have their current prices.
  const refreshMutation = useMutation({
    mutationFn: () => fetchAllCars(client, choice),
    onSuccess: selection.refreshSelectedCars,
  });
  const cars = [...selection.cars.values()];
  const finishChange = (failedCars: readonly FailedCar[]) => {
    setOpenDialog(undefined);
    selection.selectOnlyFailedCars(failedCars);
    if (failedCars.some(({ id }) => !shownCars.some(({ _id }) => _id === id))) refreshMutation.mutate();
    document.getElementById('stock')?.focus({ preventScroll: true });
  };
  const dialog = {
    onClose: () => setOpenDialog(undefined),
    onChanged: (ids: readonly string[]) =>
      selection.choose(
        cars.filter(({ _id }) => ids.includes(_id)),
        false,
      ),
    onDone: finishChange,
  };
  // The bar stays while its dialog is open, because the dialog shows the result for cars that are no longer selected.
  if (cars.length === 0 && openDialog === undefined) return null;
  return (
    <section className={styles.bulk} aria-label={t.name}>
      <p role="status" className="num">
        {t.selected(cars.length)}
      </p>
      {matchingCount > cars.length ? (
        <Button kind="quiet" isBusy={selectAllMutation.isPending} onClick={() => selectAllMutation.mutate()}>
          {t.selectAll(matchingCount)}
        </Button>
      ) : null}
      {selectAllMutation.error === null ? null : <ErrorText role="alert">{selectAllMutation.error.message}</ErrorText>}
      <div className={styles.bulkActs}>
        <Button kind="quiet" aria-haspopup="dialog" onClick={() => setOpenDialog('price')}>
          <Icon of={CircleDollarSign} />
          {t.price}
        </Button>
        <Button kind="quiet" aria-haspopup="dialog" onClick={() => setOpenDialog('withdraw')}>
          <Icon of={EyeOff} />
          {t.withdraw}
        </Button>
      </div>
      <button
        className={`iconbtn ${styles.bulkClear}`}
        type="button"
        aria-label={t.clear}
        onClick={() => finishChange([])}
      >
        <Icon of={X} />
      </button>
      {openDialog === 'price' ? <BulkPriceDialog selectedCars={cars} {...dialog} /> : null}
      {openDialog === 'withdraw' ? <BulkWithdrawDialog selectedCars={cars} {...dialog} /> : null}
    </section>
  );
}

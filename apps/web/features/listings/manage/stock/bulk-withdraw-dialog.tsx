import { type SellerCar, withdrawCars } from '@carhouse/contract/seller-cars';
import { TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { productMessages } from '#messages/products';
import { stockMessages } from '#messages/stock';
import { useClient } from '../../../../app/api.ts';
import { toastSuccess } from '../../../../app/toasts.tsx';
import { Callout } from '../../../../ui/callout.tsx';
import { QuestionDialog } from '../../../../ui/question-dialog.tsx';
import { ConfirmAgain } from '../../../auth/confirm-again.tsx';
import productStyles from '../my-products-page.module.css';
import { BulkResult } from './bulk-result.tsx';
import { useBulkChange } from './use-bulk-change.ts';

const t = stockMessages.bulk;

type BulkWithdrawProps = {
  /** The selected cars that are on sale. */
  readonly cars: readonly SellerCar[];
  /** Number of selected cars that are not on sale. */
  readonly skipped: number;
  readonly onClose: () => void;
  readonly onDone: () => void;
};

/** A dialog that asks for confirmation and withdraws the cars. It says how many bookings will be cancelled. */
export function BulkWithdrawDialog({ cars, skipped, onClose, onDone }: BulkWithdrawProps): ReactElement {
  const client = useClient();
  const change = useBulkChange(
    cars,
    (some) => client(withdrawCars, { body: { ids: some.map((car) => car._id) } }),
    (changed) => {
      toastSuccess(t.withdrawDone(changed));
      onDone();
    },
  );
  if (change.stayed !== undefined) {
    return (
      <BulkResult title={t.withdrawDone(cars.length - change.stayed.length)} stayed={change.stayed} onClose={onDone} />
    );
  }
  const bookings = cars.reduce((sum, car) => sum + car.openBookings, 0);
  return (
    <QuestionDialog
      title={t.withdrawTitle(cars.length)}
      onClose={onClose}
      sending={change.sending}
      kept={<ConfirmAgain after={change.sending.error} />}
      keep={productMessages.keep}
      confirm={t.withdrawConfirm(cars.length)}
      kind={bookings > 0 ? 'danger' : 'primary'}
      bodyClass={productStyles.move}
      onConfirm={cars.length === 0 ? onClose : change.start}
    >
      <p>{cars.length === 0 ? t.withdrawNone : t.withdrawText}</p>
      {skipped > 0 && cars.length > 0 ? <p>{t.withdrawSkipped(skipped)}</p> : null}
      {bookings > 0 ? (
        <Callout icon={TriangleAlert} kind="wait">
          {productMessages.cancelsBookings(bookings)}
        </Callout>
      ) : null}
    </QuestionDialog>
  );
}

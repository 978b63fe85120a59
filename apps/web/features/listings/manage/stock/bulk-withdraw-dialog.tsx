import { withdrawCars } from '@carhouse/contract/seller-cars';
import { isOnSale } from '@carhouse/domain/listing/listing-policy';
import { TriangleAlert } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { productMessages } from '#messages/products';
import { stockMessages } from '#messages/stock';
import { useClient } from '../../../../app/api.ts';
import { toastSuccess } from '../../../../app/toasts.tsx';
import { Callout } from '../../../../ui/callout.tsx';
import { QuestionDialog } from '../../../../ui/question-dialog.tsx';
import { ConfirmAgain } from '../../../auth/confirm-again.tsx';
import productStyles from '../my-products-page.module.css';
import { BulkResult } from './bulk-result.tsx';
import { type BulkDialogProps, useBulkChange } from './use-bulk-change.ts';

const t = stockMessages.bulk;

/**
 * A dialog that asks for confirmation and withdraws the selected cars. The dialog says how many bookings will be
 * cancelled.
 */
export function BulkWithdrawDialog({ selectedCars, onClose, onChanged, onDone }: BulkDialogProps): ReactElement {
  const client = useClient();
  // The cars that were on sale when the dialog opened.
  const [cars] = useState(() => selectedCars.filter((car) => isOnSale(car.status)));
  const [skippedCount] = useState(() => selectedCars.length - cars.length);
  const change = useBulkChange(
    cars,
    (carsOfCall) => client(withdrawCars, { body: { ids: carsOfCall.map((car) => car._id) } }),
    {
      onChanged,
      onAllChanged: (changedCount) => {
        toastSuccess(t.withdrawDone(changedCount));
        onDone([]);
      },
    },
  );
  const { failedCars: failed, remainingCars } = change;
  if (failed !== undefined) {
    return (
      <BulkResult title={t.withdrawDone(change.changedCount)} failedCars={failed} onClose={() => onDone(failed)} />
    );
  }
  const openBookingCount = remainingCars.reduce((sum, car) => sum + car.openBookings, 0);
  return (
    <QuestionDialog
      title={t.withdrawTitle(remainingCars.length)}
      onClose={onClose}
      request={change.request}
      textAfterError={<ConfirmAgain refusal={change.request.error} />}
      cancelLabel={productMessages.keep}
      confirm={t.withdrawConfirm(remainingCars.length)}
      kind={openBookingCount > 0 ? 'danger' : 'primary'}
      bodyClass={productStyles.move}
      onConfirm={cars.length === 0 ? onClose : change.startChange}
    >
      <p>{cars.length === 0 ? t.withdrawNone : t.withdrawText}</p>
      {change.changedCount > 0 ? <p>{t.withdrawDone(change.changedCount)}.</p> : null}
      {skippedCount > 0 && cars.length > 0 ? <p>{t.withdrawSkipped(skippedCount)}</p> : null}
      {openBookingCount > 0 ? (
        <Callout icon={TriangleAlert} kind="wait">
          {productMessages.cancelsBookings(openBookingCount)}
        </Callout>
      ) : null}
    </QuestionDialog>
  );
}

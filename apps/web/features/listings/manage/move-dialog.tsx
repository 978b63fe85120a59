import {
  type OwnProduct,
  products,
  publishListing,
  relistListing,
  sellListing,
  withdrawListing,
} from '@carhouse/contract/listings';
import { overview } from '@carhouse/contract/overview';
import { findNextState, listPossibleEvents } from '@carhouse/domain/lifecycle/lifecycle';
import { listingLifecycle } from '@carhouse/domain/listing/listing-lifecycle';
import { isOnSale } from '@carhouse/domain/listing/listing-policy';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { productMessages } from '#messages/products';
import { useClient } from '../../../app/api.ts';
import { invalidate } from '../../../app/call-query.ts';
import { toastSuccess } from '../../../app/toasts.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { QuestionDialog } from '../../../ui/question-dialog.tsx';
import { ConfirmAgain } from '../../auth/confirm-again.tsx';
import { makeListingElementId } from './listing-status.ts';
import styles from './my-products-page.module.css';

const callsByStatusChange = {
  publish: publishListing,
  withdraw: withdrawListing,
  relist: relistListing,
  sell: sellListing,
} as const;
export type StatusChange = keyof typeof callsByStatusChange;

/**
 * Returns the status changes that a seller may make now, in the order of the lifecycle. When a car was marked as sold
 * by mistake, the seller may put the car on offer again.
 */
export function listStatusChanges({
  status,
  isMarkedSale,
}: Pick<OwnProduct, 'status' | 'isMarkedSale'>): readonly StatusChange[] {
  if (isMarkedSale) return ['relist'];
  return listPossibleEvents(listingLifecycle, status, 'seller').filter(
    (event): event is StatusChange => event in callsByStatusChange,
  );
}

/** Whether the car will be on sale after a status change. A car that is not on sale has no open bookings. */
export function isOnSaleAfterChange({ status }: Pick<OwnProduct, 'status'>, statusChange: StatusChange): boolean {
  const nextStatus = findNextState(listingLifecycle, status, statusChange);
  return nextStatus !== undefined && isOnSale(nextStatus);
}

type StatusChangeDialogProps = {
  readonly car: OwnProduct;
  readonly statusChange: StatusChange;
  readonly onClose: () => void;
};

/** A dialog that asks for confirmation, changes the car's status, and shows the reason when the change is refused. */
export function StatusChangeDialog({ car, statusChange, onClose }: StatusChangeDialogProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const question = productMessages.questions[statusChange];
  const statusChangeMutation = useMutation({
    mutationFn: () => client(callsByStatusChange[statusChange], { params: { id: car._id } }),
    onSuccess: async () => {
      toastSuccess(question.done(car.title));
      void invalidate(queryClient, overview);
      await invalidate(queryClient, products);
      onClose();
      // The button that opened the dialog may have been removed by the change, so the card gets the focus.
      document.getElementById(makeListingElementId(car))?.focus();
    },
  });
  const willCancelBookings = !isOnSaleAfterChange(car, statusChange) && car.openBookings > 0;
  return (
    <QuestionDialog
      title={question.title}
      onClose={onClose}
      request={statusChangeMutation}
      textAfterError={<ConfirmAgain refusal={statusChangeMutation.error} />}
      cancelLabel={productMessages.keep}
      confirm={question.confirm}
      kind={willCancelBookings || statusChange === 'sell' ? 'danger' : 'primary'}
      bodyClass={styles.move}
      onConfirm={() => statusChangeMutation.mutate()}
    >
      <p>{question.text(car.title)}</p>
      {willCancelBookings ? (
        <Callout icon={TriangleAlert} kind="wait">
          {productMessages.cancelsBookings(car.openBookings)}
        </Callout>
      ) : null}
    </QuestionDialog>
  );
}

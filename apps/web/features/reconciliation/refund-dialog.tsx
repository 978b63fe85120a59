import type { ListedPayment } from '@carhouse/contract/payments';
import { CircleAlert } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { reconciliationMessages } from '#messages/reconciliation';
import { sharedMessages } from '#messages/shared';
import { Callout } from '../../ui/callout.tsx';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import { formatCarName, formatMoney } from '../../ui/format.ts';
import { formatDate } from '../../ui/format-date.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import styles from './reconciliation-page.module.css';
import { useRefundPayment } from './use-reconciliation.ts';

const text = reconciliationMessages.refund;

/** A dialog that asks for the reason of a refund and explains its effect. */
export function RefundDialog({ payment, onClose }: { payment: ListedPayment; onClose: () => void }): ReactElement {
  const refund = useRefundPayment(payment, onClose);
  const { refundableUntil } = payment;
  const lastRefundDay = refundableUntil === null ? null : formatDate(refundableUntil);
  // The server decides whether a refund is possible; when the period ends while the dialog is open, the server's error
  // has the same sentence.
  const [isTooLate] = useState(
    () => !payment.takenBack && refundableUntil !== null && Date.parse(refundableUntil) <= Date.now(),
  );
  if (isTooLate && lastRefundDay !== null) {
    return (
      <Dialog title={text.title} onClose={onClose} isSmall>
        <div className={`dialog__body ${styles.reconciliationDialogQuestion}`}>
          <RefundedOrderSummary payment={payment} />
          <Callout icon={CircleAlert} kind="stop">
            {text.tooLate(lastRefundDay)}
          </Callout>
        </div>
        <DialogFoot isBusy={false} onClose={onClose} cancelLabel={sharedMessages.close}>
          {null}
        </DialogFoot>
      </Dialog>
    );
  }
  return (
    <ReasonDialog
      title={payment.takenBack ? text.undoTitle : text.title}
      onClose={onClose}
      request={refund}
      textAfterError={text.kept}
      confirm={payment.takenBack ? text.undo : text.confirm}
      messages={text}
      minLength={3}
      bodyClass={styles.reconciliationDialogQuestion}
      onReason={(reason) => refund.mutate(reason)}
    >
      <RefundedOrderSummary payment={payment} />
      <p className="small num">
        {payment.takenBack
          ? text.undoEffect(formatMoney(payment.amount))
          : text.effect(formatMoney(payment.amount), describePaymentMethod(payment))}
      </p>
      {lastRefundDay === null || payment.takenBack ? null : <p className="small num">{text.until(lastRefundDay)}</p>}
    </ReasonDialog>
  );
}

function RefundedOrderSummary({ payment }: { payment: ListedPayment }): ReactElement {
  return (
    <div className={styles.reconciliationDialogOrder}>
      <b>{formatCarName(payment.productCategory, payment.productModel)}</b>
      <span className="small muted num">
        {payment.number}, {payment.buyerName}
      </span>
    </div>
  );
}

/** Names the card or the account to which the money goes back. */
function describePaymentMethod({ method, card }: ListedPayment): string {
  if (method === 'paynow') return text.byPaynow;
  return card === null ? text.theCard : reconciliationMessages.payments.card(card.brand, card.last4);
}

import type { ListedPayment } from '@carhouse/contract/payments';
import type { ReactElement } from 'react';
import { reconciliationMessages } from '#messages/reconciliation';
import { carName, money } from '../../ui/format.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import styles from './reconciliation-page.module.css';
import { useRefundPayment } from './use-reconciliation.ts';

const text = reconciliationMessages.refund;

/** A dialog that asks for the reason of a refund and explains its effect. */
export function RefundDialog({ payment, onClose }: { payment: ListedPayment; onClose: () => void }): ReactElement {
  const refund = useRefundPayment(payment, onClose);
  const card =
    payment.card === null ? text.theCard : reconciliationMessages.payments.card(payment.card.brand, payment.card.last4);
  return (
    <ReasonDialog
      title={text.title}
      onClose={onClose}
      sending={refund}
      kept={text.kept}
      confirm={text.confirm}
      messages={text}
      minLength={3}
      bodyClass={styles.reconciliationDialogQuestion}
      onReason={(reason) => refund.mutate(reason)}
    >
      <div className={styles.reconciliationDialogOrder}>
        <b>{carName(payment.productCategory, payment.productModel)}</b>
        <span className="small muted num">
          {payment.number}, {payment.buyerName}
        </span>
      </div>
      <p className="small num">{text.effect(money(payment.amount), card)}</p>
    </ReasonDialog>
  );
}

import type { ListedPayment } from '@carhouse/contract/payments';
import { CircleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { reconciliationMessages } from '#messages/reconciliation';
import { sharedMessages } from '#messages/shared';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { brandName, money } from '../../ui/format.ts';
import styles from './reconciliation-page.module.css';
import { useRefundPayment } from './use-reconciliation.ts';

const text = reconciliationMessages.refund;
const shortest = 3;

/** Asks for the reason of a refund and says what it does. */
export function RefundDialog({ payment, onClose }: { payment: ListedPayment; onClose: () => void }): ReactElement {
  const refund = useRefundPayment(payment, onClose);
  const form = useForm<{ reason: string }>({ defaultValues: { reason: '' } });
  const submit = form.handleSubmit(({ reason }) => {
    if (!refund.isPending) refund.mutate(reason.trim());
  });
  const card =
    payment.card === null ? text.theCard : reconciliationMessages.payments.card(payment.card.brand, payment.card.last4);
  return (
    <Dialog title={text.title} onClose={onClose} small busy={refund.isPending}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <div className={`dialog__body ${styles.reconciliationDialogQuestion}`}>
          <div className={styles.reconciliationDialogOrder}>
            <b>
              {brandName(payment.productCategory)} {payment.productModel}
            </b>
            <span className="small muted num">
              {payment.number}, {payment.buyerName}
            </span>
          </div>
          <p className="small num">{text.effect(money(payment.amount), card)}</p>
          <Field
            label={text.reason}
            hint={text.reasonHint}
            maxLength={300}
            autoComplete="off"
            readOnly={refund.isPending}
            error={form.formState.errors.reason?.message}
            data-autofocus
            {...form.register('reason', {
              validate: (reason) => ([...reason.trim()].length < shortest ? text.reasonRequired : true),
            })}
          />
          {refund.error === null ? null : (
            <Callout icon={CircleAlert} kind="stop" role="alert">
              {refund.error.message} {text.kept}
            </Callout>
          )}
        </div>
        <div className="dialog__foot">
          <Button disabled={refund.isPending} onClick={onClose}>
            {sharedMessages.cancel}
          </Button>
          <Button kind="danger" type="submit" busy={refund.isPending}>
            {text.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

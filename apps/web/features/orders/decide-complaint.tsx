import { decideComplaint } from '@carhouse/contract/complaints';
import type { OrderPage } from '@carhouse/contract/orders';
import { complaintTextMaximum, decisionTextMinimum } from '@carhouse/domain/sale/complaint';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { orderSaleMessages } from '#messages/order-sale';
import { Button, makeButtonClass } from '../../ui/button.tsx';
import { TextDialog } from '../../ui/text-dialog.tsx';
import { readReconciliationChoice } from '../reconciliation/reconciliation-queries.ts';
import styles from './sale-panels.module.css';
import { UndoSale } from './undo-sale.tsx';
import { useSaleAction } from './use-sale-action.ts';

const t = orderSaleMessages.decide;
const outcomes = ['released', 'resumed'] as const;
type ComplaintOutcome = (typeof outcomes)[number];

/**
 * The ways in which an admin ends a complaint: a decision on this page, or a refund on the page of the payments. When
 * the buyer already has the money back, the sale is undone on this page.
 */
export function DecideComplaint({ order }: { order: OrderPage }): ReactElement {
  const isMoneyTakenBack = order.sale?.takenBack === true;
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const decision = useSaleAction<{ outcome: ComplaintOutcome; reason: string }>(
    (client, body) => client(decideComplaint, { params: { id: order._id }, body }),
    { successText: t.done, close },
  );
  return (
    <div className={styles.actions}>
      <Button kind={isMoneyTakenBack ? 'plain' : 'primary'} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t.button}
      </Button>
      {isMoneyTakenBack ? (
        <UndoSale order={order} />
      ) : (
        <Link
          className={makeButtonClass({})}
          to="/dashboard/money"
          search={readReconciliationChoice({ search: order.productModel })}
        >
          {t.refund}
        </Link>
      )}
      {isOpen ? (
        <TextDialog
          messages={isMoneyTakenBack ? { ...t, lead: t.leadTakenBack } : t}
          choices={{
            label: t.outcome,
            requiredText: t.outcomeRequired,
            options: outcomes.map((value) => ({ value, label: t.outcomes[value] })),
          }}
          minimumLength={decisionTextMinimum}
          maximumLength={complaintTextMaximum}
          request={decision}
          onClose={close}
          onSend={(reason, outcome) => {
            if (outcome !== undefined) decision.mutate({ outcome, reason });
          }}
        />
      ) : null}
    </div>
  );
}

import type { DiscrepancyAnswer } from '@carhouse/contract/reconciliation';
import { TriangleAlert } from 'lucide-react';
import { type ReactElement, useId } from 'react';
import { reconciliationMessages } from '#messages/reconciliation';
import { sharedMessages } from '#messages/shared';
import { Button } from '../../ui/button.tsx';
import { Callout, Failure } from '../../ui/callout.tsx';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import { Evidence } from './evidence.tsx';
import styles from './reconciliation-page.module.css';
import { useRepairDiscrepancy } from './use-reconciliation.ts';

const text = reconciliationMessages.discrepancies;

/** A dialog that asks for confirmation before a repair and explains its effect. */
export function RepairDialog({ finding, onClose }: { finding: DiscrepancyAnswer; onClose: () => void }): ReactElement {
  const descriptionId = useId();
  const repairMutation = useRepairDiscrepancy(finding, onClose);
  const remainingDiscrepancy = repairMutation.data?.state === 'open' ? repairMutation.data : undefined;
  return (
    <Dialog
      title={text.repairQuestion}
      onClose={onClose}
      isAlert
      describedById={descriptionId}
      isBusy={repairMutation.isPending}
    >
      <div className={`dialog__body ${styles.reconciliationDialogQuestion}`}>
        <div id={descriptionId}>
          <p>
            <b>{reconciliationMessages.kinds[finding.kind]}</b>
          </p>
          <p>{finding.repair}</p>
        </div>
        <Evidence evidence={(remainingDiscrepancy ?? finding).evidence} />
        {remainingDiscrepancy === undefined ? null : (
          <Callout icon={TriangleAlert} kind="wait" role="alert">
            {text.stillOpen}
          </Callout>
        )}
        <Failure of={repairMutation.error} />
      </div>
      <DialogFoot
        isBusy={repairMutation.isPending}
        onClose={onClose}
        cancelLabel={sharedMessages.cancel}
        isCancelFocused
      >
        <Button kind="primary" isBusy={repairMutation.isPending} onClick={() => repairMutation.mutate()}>
          {reconciliationMessages.repairs[finding.kind]}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

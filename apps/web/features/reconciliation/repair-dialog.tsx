import type { DiscrepancyAnswer } from '@carhouse/contract/reconciliation';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { type ReactElement, useId } from 'react';
import { desk } from '#messages/money-desk';
import { words } from '#messages/shared-words';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Note } from '../../ui/note.tsx';
import { Evidence } from './evidence.tsx';
import { useRepairFinding } from './use-money-desk.ts';

const text = desk.findings;

/** The question before the one repair of a finding, with what it will do. */
export function RepairDialog({ finding, onClose }: { finding: DiscrepancyAnswer; onClose: () => void }): ReactElement {
  const about = useId();
  const repairing = useRepairFinding(finding, onClose);
  const still = repairing.data?.state === 'open' ? repairing.data : undefined;
  return (
    <Dialog title={text.repairQuestion} onClose={onClose} alert describedBy={about} busy={repairing.isPending}>
      <div className="dlg__body desk__question">
        <div id={about}>
          <p>
            <b>{desk.kinds[finding.kind]}</b>
          </p>
          <p>{finding.repair}</p>
        </div>
        <Evidence evidence={(still ?? finding).evidence} />
        {still === undefined ? null : (
          <Note icon={TriangleAlert} kind="wait" role="alert">
            {text.stillOpen}
          </Note>
        )}
        {repairing.error === null ? null : (
          <Note icon={CircleAlert} kind="stop" role="alert">
            {repairing.error.message}
          </Note>
        )}
      </div>
      <div className="dlg__foot">
        <Button data-autofocus disabled={repairing.isPending} onClick={onClose}>
          {words.cancel}
        </Button>
        <Button kind="primary" busy={repairing.isPending} onClick={() => repairing.mutate()}>
          {text.doIt}
        </Button>
      </div>
    </Dialog>
  );
}

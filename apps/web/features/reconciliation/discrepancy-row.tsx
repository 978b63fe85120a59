import type { DiscrepancyAnswer } from '@carhouse/contract/reconciliation';
import { listPossibleEvents } from '@carhouse/domain/lifecycle/lifecycle';
import { discrepancyLifecycle } from '@carhouse/domain/payment/discrepancy';
import { CircleCheck, Hourglass, RotateCcw, TriangleAlert, Wrench } from 'lucide-react';
import type { ReactElement } from 'react';
import { reconciliationMessages } from '#messages/reconciliation';
import { toastError, toastSuccess } from '../../app/toasts.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDate, formatTime } from '../../ui/format-date.ts';
import { Icon } from '../../ui/icon.tsx';
import { Evidence } from './evidence.tsx';
import { findEventId } from './evidence-facts.ts';
import styles from './reconciliation-page.module.css';
import { useReplayEvent } from './use-reconciliation.ts';

const text = reconciliationMessages.discrepancies;

/** A discrepancy with its evidence and a button for its repair. */
export function DiscrepancyRow({
  finding,
  onRepair,
}: {
  finding: DiscrepancyAnswer;
  onRepair: () => void;
}): ReactElement {
  const kind = reconciliationMessages.kinds[finding.kind];
  const isRepairable = listPossibleEvents(discrepancyLifecycle, finding.state, 'admin').includes('repair');
  return (
    <li className={styles.discrepancy}>
      <article aria-label={kind}>
        <div className={styles.discrepancyHead}>
          <h3>{kind}</h3>
          <Badge kind={isRepairable ? 'wait' : 'ok'} icon={isRepairable ? TriangleAlert : CircleCheck}>
            {reconciliationMessages.states[finding.state]}
          </Badge>
          {finding.waiting === null ? null : (
            <Badge kind="wait" icon={Hourglass}>
              {reconciliationMessages.payments.waiting}
            </Badge>
          )}
        </div>
        <p className="small muted num">
          {text.seen(formatMoment(finding.firstSeenAt), formatMoment(finding.lastSeenAt))}
          {finding.closedAt === null ? '' : `, ${text.closed(formatMoment(finding.closedAt))}`}
        </p>
        <Evidence evidence={finding.evidence} />
        {isRepairable ? (
          <div className={styles.discrepancyEnd}>
            <p className="small">
              {finding.waiting === null
                ? finding.repair
                : reconciliationMessages.payments.askedBy(
                    finding.waiting.requestedBy,
                    formatDate(finding.waiting.expiresAt),
                  )}
            </p>
            <div className={styles.discrepancyActions}>
              <ReplayButton eventId={findEventId(finding.evidence)} />
              {finding.waiting === null ? (
                <Button
                  kind="primary"
                  aria-label={text.repairOf(reconciliationMessages.repairs[finding.kind], kind)}
                  onClick={onRepair}
                >
                  <Icon of={Wrench} />
                  {reconciliationMessages.repairs[finding.kind]}
                </Button>
              ) : null}
            </div>
          </div>
        ) : null}
      </article>
    </li>
  );
}

/**
 * A button that processes the stored event of a discrepancy again. The button is not rendered for a discrepancy without
 * an event.
 */
function ReplayButton({ eventId }: { eventId: string | undefined }): ReactElement | null {
  const replayMutation = useReplayEvent();
  if (eventId === undefined) return null;
  return (
    <Button
      isBusy={replayMutation.isPending}
      onClick={() =>
        replayMutation.mutate(eventId, {
          onSuccess: ({ type, processedAt }) =>
            void toastSuccess(reconciliationMessages.events.replayed(type, formatMoment(processedAt))),
          onError: (error) => void toastError(error.message),
        })
      }
    >
      {replayMutation.isPending ? null : <Icon of={RotateCcw} />}
      {text.replay}
    </Button>
  );
}

function formatMoment(iso: string): string {
  return `${formatDate(iso)} ${formatTime(iso)}`;
}

import type { DiscrepancyAnswer } from '@carhouse/contract/reconciliation';
import { listPossibleEvents } from '@carhouse/domain/lifecycle/lifecycle';
import { discrepancyLifecycle, discrepancyStates } from '@carhouse/domain/payment/discrepancy';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CircleCheck, Hourglass, RotateCcw, TriangleAlert, Wrench } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { reconciliationMessages } from '#messages/reconciliation';
import { useClient } from '../../app/api.ts';
import { toastError, toastSuccess } from '../../app/toasts.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { date, time } from '../../ui/format-date.ts';
import { Icon } from '../../ui/icon.tsx';
import { ListFrame } from '../../ui/list-frame.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Evidence } from './evidence.tsx';
import { eventIdOf } from './evidence-facts.ts';
import styles from './reconciliation-page.module.css';
import { discrepanciesQuery, type ReconciliationFilters, readReconciliationChoice } from './reconciliation-queries.ts';
import { RepairDialog } from './repair-dialog.tsx';
import { useReplayEvent } from './use-reconciliation.ts';

const text = reconciliationMessages.discrepancies;

type Props = {
  readonly choice: ReconciliationFilters;
  /** The time of the last run of the reconciliation checks, as text. */
  readonly lastRun: string;
};

/** The list of discrepancies, each with its evidence and a button for its repair. */
export function Discrepancies({ choice, lastRun }: Props): ReactElement {
  const list = useInfiniteQuery(discrepanciesQuery(useClient(), choice));
  const [chosenDiscrepancy, setChosenDiscrepancy] = useState<DiscrepancyAnswer>();
  const findings = list.data?.pages.flatMap((page) => page.answer.findings) ?? [];
  const state = choice.state ?? 'open';
  const emptyText = state === 'open' ? reconciliationMessages.agree : text.none[state];
  return (
    <>
      <ListFrame
        label={text.title}
        tools={<FindingTools choice={choice} />}
        list={list}
        count={findings.length}
        shown={text.shown(findings.length)}
        errorTitle={reconciliationMessages.failed}
        skeleton={<FindingsSkeleton />}
        empty={
          <EmptyState title={emptyText}>
            {state === 'open' ? `${lastRun}. ` : ''}
            {text.noneHint[state]}
          </EmptyState>
        }
      >
        <ul className="findings">
          {findings.map((finding) => (
            <DiscrepancyRow key={finding.id} finding={finding} onRepair={() => setChosenDiscrepancy(finding)} />
          ))}
        </ul>
      </ListFrame>
      {chosenDiscrepancy === undefined ? null : (
        <RepairDialog finding={chosenDiscrepancy} onClose={() => setChosenDiscrepancy(undefined)} />
      )}
    </>
  );
}

function FindingTools({ choice }: { choice: ReconciliationFilters }): ReactElement {
  const navigate = useNavigate();
  return (
    <>
      <h2 className={styles.toolsTitle}>{text.title}</h2>
      <Segments
        label={text.show}
        options={discrepancyStates.map((value) => ({ value, label: reconciliationMessages.states[value] }))}
        value={choice.state ?? 'open'}
        onChoose={(state) =>
          void navigate({
            to: '/dashboard/money',
            search: readReconciliationChoice({ ...choice, state }),
            replace: true,
            resetScroll: false,
          })
        }
      />
    </>
  );
}

function DiscrepancyRow({ finding, onRepair }: { finding: DiscrepancyAnswer; onRepair: () => void }): ReactElement {
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
                : reconciliationMessages.payments.askedBy(finding.waiting.requestedBy, date(finding.waiting.expiresAt))}
            </p>
            <div className={styles.discrepancyActions}>
              <ReplayButton eventId={eventIdOf(finding.evidence)} />
              {finding.waiting === null ? (
                <Button kind="primary" aria-label={text.repairOf(kind)} onClick={onRepair}>
                  <Icon of={Wrench} />
                  {text.repair}
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
      busy={replayMutation.isPending}
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
  return `${date(iso)} ${time(iso)}`;
}

const skeletonNumbers = [1, 2];

function FindingsSkeleton(): ReactElement {
  return (
    <ul className="findings" aria-hidden="true">
      {skeletonNumbers.map((skeletonNumber) => (
        <li key={skeletonNumber} className={`${styles.discrepancy} ${styles.discrepancySkeleton}`}>
          <span className="skeleton" />
          <span className="skeleton" />
          <span className="skeleton" />
        </li>
      ))}
    </ul>
  );
}

import type { DiscrepancyAnswer } from '@carhouse/contract/reconciliation';
import { discrepancyStates } from '@carhouse/domain/payment/discrepancy';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { reconciliationMessages } from '#messages/reconciliation';
import { useClient } from '../../app/api.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListFrame } from '../../ui/list-frame.tsx';
import { Segments } from '../../ui/segments.tsx';
import { DiscrepancyRow } from './discrepancy-row.tsx';
import styles from './reconciliation-page.module.css';
import { discrepanciesQuery, type ReconciliationFilters, readReconciliationChoice } from './reconciliation-queries.ts';
import { RepairDialog } from './repair-dialog.tsx';

const text = reconciliationMessages.discrepancies;

type Props = {
  readonly choice: ReconciliationFilters;
  /** The time of the last run of the reconciliation checks, as text. */
  readonly lastRunText: string;
};

/** The list of discrepancies, each with its evidence and a button for its repair. */
export function Discrepancies({ choice, lastRunText }: Props): ReactElement {
  const list = useInfiniteQuery(discrepanciesQuery(useClient(), choice));
  const [chosenDiscrepancy, setChosenDiscrepancy] = useState<DiscrepancyAnswer>();
  const findings = list.data?.pages.flatMap((page) => page.answer.findings) ?? [];
  const state = choice.state ?? 'open';
  const emptyText = state === 'open' ? reconciliationMessages.agree : text.none[state];
  return (
    <>
      <ListFrame
        label={text.title}
        tools={<DiscrepancyTools choice={choice} />}
        list={list}
        count={findings.length}
        shownCountText={text.shown(findings.length)}
        errorTitle={reconciliationMessages.failed}
        skeleton={<FindingsSkeleton />}
        emptyState={
          <EmptyState title={emptyText}>
            {state === 'open' ? `${lastRunText}. ` : ''}
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

function DiscrepancyTools({ choice }: { choice: ReconciliationFilters }): ReactElement {
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

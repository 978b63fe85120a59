import type { DiscrepancyAnswer } from '@carhouse/contract/reconciliation';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useId, useState } from 'react';
import { reconciliationMessages } from '#messages/reconciliation';
import { useClient } from '../../app/api.ts';
import { DiscrepancyRow } from './discrepancy-row.tsx';
import styles from './reconciliation-page.module.css';
import { discrepanciesQuery } from './reconciliation-queries.ts';
import { RepairDialog } from './repair-dialog.tsx';

const text = reconciliationMessages.openDiscrepancies;

/** Maximum number of discrepancies in the panel; the page 'Payment issues' lists all of them. */
const shownCountMaximum = 3;

/**
 * The newest open discrepancies, each with a button for its repair, and a link to all discrepancies. Renders nothing
 * while no discrepancy is open.
 */
export function OpenDiscrepancies({ openCount }: { openCount: number }): ReactElement | null {
  const id = useId();
  const list = useInfiniteQuery({ ...discrepanciesQuery(useClient(), {}), enabled: openCount > 0 });
  const [chosenDiscrepancy, setChosenDiscrepancy] = useState<DiscrepancyAnswer>();
  const findings = list.data?.pages.flatMap((page) => page.answer.findings) ?? [];
  if (openCount === 0 || findings.length === 0) return null;
  return (
    <section className="tablewrap" aria-labelledby={id}>
      <div className="tools">
        <h2 className={styles.toolsTitle} id={id}>
          {text.title}
        </h2>
        <Link className="link" to="/dashboard/money">
          {text.all(openCount)}
        </Link>
      </div>
      <ul className="findings">
        {findings.slice(0, shownCountMaximum).map((finding) => (
          <DiscrepancyRow key={finding.id} finding={finding} onRepair={() => setChosenDiscrepancy(finding)} />
        ))}
      </ul>
      {chosenDiscrepancy === undefined ? null : (
        <RepairDialog finding={chosenDiscrepancy} onClose={() => setChosenDiscrepancy(undefined)} />
      )}
    </section>
  );
}

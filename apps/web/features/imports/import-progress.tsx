import type { ImportView } from '@carhouse/contract/imports';
import { isBusy } from '@carhouse/domain/import/import-states';
import { type ReactElement, useId } from 'react';
import { importMessages } from '#messages/imports';
import { Meter } from '../../ui/meter.tsx';
import styles from './import-page.module.css';

const text = importMessages.progress;

/** Number of ticks of the meter, which fill as rows are processed. */
const tickCount = 40;

/** The progress of background work on an import: proposing the columns, the dry run, the import, or withdrawing missing cars. */
export function ImportProgress({ view }: { view: ImportView }): ReactElement | null {
  const id = useId();
  if (!isBusy(view.state)) return null;
  const total = view.state === 'withdrawing' ? view.gone : view.totalRows;
  const formatProgress = view.state === 'withdrawing' ? text.cars : text.rows;
  return (
    <section className={styles.importProgress} aria-labelledby={id}>
      <p id={id} role="status">
        {text[view.state]}
      </p>
      <progress
        className="visually-hidden"
        aria-labelledby={id}
        {...(total === null ? {} : { value: view.doneRows, max: Math.max(1, total) })}
      />
      <Meter
        className="meter--lg meter--wide"
        tickCount={tickCount}
        tallTickCount={total === null ? 0 : countFilledTicks(view.doneRows, total)}
      />
      <p className="num hint">
        {total === null ? describeWithoutTotal(view.state) : formatProgress(view.doneRows, total)}
      </p>
    </section>
  );
}

/** Returns the text below the progress bar while the rows are not counted yet. */
function describeWithoutTotal(state: ImportView['state']): string {
  return state === 'examining' ? text.examiningHint : text.waiting;
}

function countFilledTicks(doneCount: number, total: number): number {
  return total === 0 ? tickCount : Math.floor((tickCount * Math.min(doneCount, total)) / total);
}

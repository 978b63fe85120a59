import { type ImportView, makeImportReportPath } from '@carhouse/contract/imports';
import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { type ReactElement, useId } from 'react';
import { importMessages } from '#messages/imports';
import { makeButtonClass } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './import-page.module.css';

const text = importMessages.result;
const kinds = ['imported', 'updated', 'unchanged', 'rejected'] as const;

/** The result of a check or an import: counts, reasons, report. */
export function ImportResult({ view }: { view: ImportView }): ReactElement | null {
  const id = useId();
  const { counts } = view;
  if (counts === null) return null;
  const wasInterrupted = view.state === 'failed' || view.state === 'stopped';
  const isImportOver = wasInterrupted || view.state === 'done' || view.state === 'withdrawing';
  return (
    <section className={`panel ${styles.importResult}`} aria-labelledby={id}>
      <div className="panel__head">
        <h2 id={id}>{wasInterrupted ? text.notDone : isImportOver ? text.done : text.checked}</h2>
        {isImportOver ? null : <p>{text.dryRun}</p>}
      </div>
      <div className="panel__body">
        <p className="visually-hidden" role="status">
          {text.said(counts.imported, counts.updated, counts.unchanged, counts.rejected)}
        </p>
        <dl className={styles.importCounts}>
          {kinds.map((kind) => (
            <div key={kind}>
              <dt>{text[kind]}</dt>
              <dd className="num">{formatCount(counts[kind])}</dd>
            </div>
          ))}
        </dl>
        {view.brandsAdded.length === 0 ? null : <p className="small">{text.brands(view.brandsAdded)}</p>}
        {view.pictures === null ? null : <p className="small">{text.images(view.pictures)}</p>}
        {view.pictures === null || view.pictures.overBudget === 0 ? null : <p className="hint">{text.imageLimits}</p>}
        {view.reasons.length === 0 ? null : <RejectionReasons reasons={view.reasons} />}
        {view.hasReport || isImportOver ? (
          <p className={styles.importReport}>
            {isImportOver && counts.imported + counts.updated + counts.unchanged > 0 ? (
              <Link className={makeButtonClass({ kind: 'primary' })} to="/dashboard/myProduct">
                {text.cars}
              </Link>
            ) : null}
            {view.hasReport ? <ImportReportLink id={view._id} /> : null}
          </p>
        ) : null}
      </div>
    </section>
  );
}

function ImportReportLink({ id }: { id: string }): ReactElement {
  return (
    <>
      <a className={makeButtonClass({})} href={makeImportReportPath(id)} download>
        <Icon of={Download} />
        {text.report}
      </a>
      <span className="hint">{text.reportHint}</span>
    </>
  );
}

function RejectionReasons({ reasons }: Pick<ImportView, 'reasons'>): ReactElement {
  return (
    <table className={styles.importReasons}>
      <caption>{text.reasons}</caption>
      <thead>
        <tr>
          <th scope="col">{text.reason}</th>
          <th scope="col" className="align-right">
            {text.rows}
          </th>
        </tr>
      </thead>
      <tbody>
        {reasons.map(({ reason, rows }) => (
          <tr key={reason}>
            <td>{reason}</td>
            <td className="num align-right">{formatCount(rows)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

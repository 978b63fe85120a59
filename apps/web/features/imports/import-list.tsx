import type { ImportSummary } from '@carhouse/contract/imports';
import { isBusy } from '@carhouse/domain/import/import-states';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BadgeCheck, Clock, TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { importMessages } from '#messages/imports';
import { useClient } from '../../app/api.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { formatDateTime } from '../../ui/format-date.ts';
import { Loading } from '../../ui/spinner.tsx';
import styles from './import-page.module.css';
import { importsQuery } from './import-queries.ts';

/** The list of earlier imports, newest first. */
export function ImportList(): ReactElement {
  const { data, isPending, isError, isFetching, error, refetch } = useQuery(importsQuery(useClient()));
  return (
    <section className="tablewrap" aria-label={importMessages.earlier} aria-busy={isFetching}>
      <div className="tools">
        <h2 className={styles.importTitle}>{importMessages.earlier}</h2>
      </div>
      {isPending ? (
        <div className="tablewrap__loading">
          <Loading />
        </div>
      ) : isError ? (
        <ErrorState title={importMessages.failedList} isRetrying={isFetching} onRetry={() => void refetch()}>
          {importMessages.failedText(error.message)}
        </ErrorState>
      ) : data.length === 0 ? (
        <EmptyState title={importMessages.noEarlier}>{importMessages.noEarlierText}</EmptyState>
      ) : (
        <ul className={styles.importList}>
          {data.map((listedImport) => (
            <ImportLine key={listedImport._id} listedImport={listedImport} />
          ))}
        </ul>
      )}
    </section>
  );
}

function ImportLine({ listedImport }: { listedImport: ImportSummary }): ReactElement {
  const { counts } = listedImport;
  return (
    <li>
      <Link
        to="/dashboard/import"
        search={{ id: listedImport._id }}
        className={styles.importLine}
        aria-label={importMessages.openImport(listedImport.fileName)}
      >
        <b>{listedImport.fileName}</b>
        <span className="num">
          {formatDateTime(listedImport.createdAt)},{' '}
          {importMessages.sizeAndRows(listedImport.fileBytes, listedImport.totalRows)}
        </span>
        {counts === null ? null : (
          <span className="num">
            {importMessages.result.said(counts.imported, counts.updated, counts.unchanged, counts.rejected)}
          </span>
        )}
      </Link>
      <StateBadge state={listedImport.state} />
    </li>
  );
}

/** The state of an import as text. */
export function StateBadge({ state }: { state: ImportSummary['state'] }): ReactElement {
  if (state === 'failed' || state === 'unreadable') {
    return (
      <Badge kind="stop" icon={TriangleAlert}>
        {importMessages.states[state]}
      </Badge>
    );
  }
  if (state === 'done') {
    return (
      <Badge kind="ok" icon={BadgeCheck}>
        {importMessages.states.done}
      </Badge>
    );
  }
  return isBusy(state) ? (
    <Badge kind="wait" icon={Clock}>
      {importMessages.states[state]}
    </Badge>
  ) : (
    <Badge kind="line">{importMessages.states[state]}</Badge>
  );
}

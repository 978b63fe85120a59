import type { ImportView } from '@carhouse/contract/imports';
import { type ImportEvent, importLifecycle } from '@carhouse/domain/import/import-lifecycle';
import { isBusy } from '@carhouse/domain/import/import-states';
import { listPossibleEvents } from '@carhouse/domain/lifecycle/lifecycle';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Info, TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { importMessages } from '#messages/imports';
import { useClient } from '../../app/api.ts';
import { Button, makeButtonClass } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Loading } from '../../ui/spinner.tsx';
import { MissingCars } from './gone-cars.tsx';
import { ImportColumns } from './import-columns.tsx';
import { StateBadge } from './import-list.tsx';
import styles from './import-page.module.css';
import { ImportPreview } from './import-preview.tsx';
import { ImportProgress } from './import-progress.tsx';
import { importQuery } from './import-queries.ts';
import { ImportResult } from './import-result.tsx';
import { useBeginImport, useDiscardImport, useStopImport } from './use-import.ts';

/** One import, from its mapping to its result. */
export function ImportDetail({ id }: { id: string }): ReactElement {
  const { data, isError, isFetching, error, refetch } = useQuery(importQuery(useClient(), id));
  if (data !== undefined) return <LoadedImport view={data} />;
  if (isError) {
    return (
      <ErrorState title={importMessages.failedOne} isRetrying={isFetching} onRetry={() => void refetch()}>
        {importMessages.failedText(error.message)}
      </ErrorState>
    );
  }
  return (
    <div className={styles.importLoading}>
      <Loading />
    </div>
  );
}

function LoadedImport({ view }: { view: ImportView }): ReactElement {
  const isImportBusy = isBusy(view.state);
  const events = listPossibleEvents(importLifecycle, view.state, 'seller');
  const canChangeColumns = events.includes('change-columns');
  return (
    <div className={styles.importPage}>
      <ImportHeader view={view} canStop={events.includes('stop')} />
      {view.fault === null ? null : (
        <Callout icon={TriangleAlert} kind="stop" role="alert">
          <b>{describeFault(view.state)}.</b> {view.fault}
        </Callout>
      )}
      {view.state === 'awaiting review' ? (
        <Callout icon={Info} kind="wait" role="status">
          {importMessages.awaitingReview}
        </Callout>
      ) : null}
      {isImportBusy ? <ImportProgress view={view} /> : null}
      {view.counts === null ? null : <ImportResult view={view} />}
      {events.includes('withdraw-gone') ? <MissingCars view={view} /> : null}
      {canChangeColumns && view.lacking.length > 0 ? (
        <Callout icon={TriangleAlert} kind="stop">
          {importMessages.lacking(view.lacking)}
        </Callout>
      ) : null}
      {canChangeColumns && view.doubts.length > 0 ? (
        <Callout icon={Info} kind="wait">
          {view.doubts.join(' ')}
        </Callout>
      ) : null}
      {canChangeColumns ? <ImportColumns view={view} /> : null}
      {canChangeColumns ? <ImportPreview view={view} /> : null}
      <ImportActions view={view} events={events} />
    </div>
  );
}

function describeFault(state: ImportView['state']): string {
  if (state === 'unreadable') return importMessages.result.unreadable;
  if (state === 'rejected') return importMessages.result.refused;
  return state === 'stopped' ? importMessages.result.stopped : importMessages.result.failed;
}

function ImportHeader({ view, canStop }: { view: ImportView; canStop: boolean }): ReactElement {
  const discardMutation = useDiscardImport(view._id);
  const stopMutation = useStopImport(view._id);
  return (
    <div className={styles.importHead}>
      <div className={styles.importName}>
        <h2>{view.fileName}</h2>
        <p className="num">{importMessages.sizeAndRows(view.fileBytes, view.totalRows)}</p>
        <StateBadge state={view.state} />
      </div>
      <div className={styles.importActions}>
        {canStop ? (
          <Button kind="danger" isBusy={stopMutation.isPending} onClick={() => stopMutation.mutate()}>
            {importMessages.stop}
          </Button>
        ) : (
          <Button kind="quiet" isBusy={discardMutation.isPending} onClick={() => discardMutation.mutate()}>
            {importMessages.remove}
          </Button>
        )}
        <Link className={makeButtonClass({})} to="/dashboard/import" search={{}}>
          {importMessages.another}
        </Link>
      </div>
    </div>
  );
}

function ImportActions({ view, events }: { view: ImportView; events: readonly ImportEvent[] }): ReactElement | null {
  const checkMutation = useBeginImport(view._id, 'check');
  const startMutation = useBeginImport(view._id, 'start');
  const hasMissingColumns = view.lacking.length > 0;
  const [canCheck, canStart] = [events.includes('check'), events.includes('start')];
  if (!canCheck && !canStart) return null;
  return (
    <div className={`${styles.importActions} ${styles.importActionsEnd}`}>
      {canCheck ? (
        <Button
          disabled={hasMissingColumns || startMutation.isPending}
          isBusy={checkMutation.isPending}
          onClick={() => checkMutation.mutate()}
        >
          {importMessages.check}
        </Button>
      ) : null}
      {canStart ? (
        <Button
          kind="primary"
          disabled={hasMissingColumns || checkMutation.isPending}
          isBusy={startMutation.isPending}
          onClick={() => startMutation.mutate()}
        >
          {importMessages.start}
        </Button>
      ) : null}
    </div>
  );
}

import type { ImportView } from '@carhouse/contract/imports';
import { importRules, isBusy } from '@carhouse/domain/import/import-states';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Info, TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { imports } from '#messages/imports';
import { useClient } from '../../app/api.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Note } from '../../ui/note.tsx';
import { Loading } from '../../ui/wheel.tsx';
import { GoneCars } from './gone-cars.tsx';
import { ImportColumns } from './import-columns.tsx';
import { StateBadge } from './import-list.tsx';
import { ImportPreview } from './import-preview.tsx';
import { ImportProgress } from './import-progress.tsx';
import { importQuery } from './import-queries.ts';
import { ImportResult } from './import-result.tsx';
import { useBeginImport, useDiscardImport, useStopImport } from './use-import.ts';

/** One list, from how it is understood to what came of it. */
export function ImportDetail({ id }: { id: string }): ReactElement {
  const { data, isError, isFetching, error, refetch } = useQuery(importQuery(useClient(), id));
  if (data !== undefined) return <Loaded view={data} />;
  if (isError) {
    return (
      <ErrorState title={imports.failedOne} busy={isFetching} onRetry={() => void refetch()}>
        {imports.failedText(error.message)}
      </ErrorState>
    );
  }
  return (
    <div className="imp__loading">
      <Loading />
    </div>
  );
}

function Loaded({ view }: { view: ImportView }): ReactElement {
  const busy = isBusy(view.state);
  const open = importRules[view.state].columns;
  return (
    <div className="imp">
      <Head view={view} busy={busy} />
      {view.fault === null ? null : (
        <Note icon={TriangleAlert} kind="stop" role="alert">
          <b>{faultTitle(view.state)}.</b> {view.fault}
        </Note>
      )}
      {view.state === 'awaiting review' ? (
        <Note icon={Info} kind="wait" role="status">
          {imports.awaitingReview}
        </Note>
      ) : null}
      {busy ? <ImportProgress view={view} /> : null}
      {view.counts === null ? null : <ImportResult view={view} />}
      {view.state === 'done' ? <GoneCars view={view} /> : null}
      {open && view.lacking.length > 0 ? (
        <Note icon={TriangleAlert} kind="stop">
          {imports.lacking(view.lacking)}
        </Note>
      ) : null}
      {open && view.doubts.length > 0 ? (
        <Note icon={Info} kind="wait">
          {view.doubts.join(' ')}
        </Note>
      ) : null}
      {open ? <ImportColumns view={view} /> : null}
      {open ? <ImportPreview view={view} /> : null}
      {open ? <Actions view={view} /> : null}
    </div>
  );
}

function faultTitle(state: ImportView['state']): string {
  if (state === 'unreadable') return imports.result.unreadable;
  if (state === 'rejected') return imports.result.refused;
  return state === 'stopped' ? imports.result.stopped : imports.result.failed;
}

function Head({ view, busy }: { view: ImportView; busy: boolean }): ReactElement {
  const discard = useDiscardImport(view._id);
  const stop = useStopImport(view._id);
  return (
    <div className="imp__head">
      <div className="imp__name">
        <h2>{view.fileName}</h2>
        <p className="num">{imports.sizeAndRows(view.fileBytes, view.totalRows)}</p>
        <StateBadge state={view.state} />
      </div>
      <div className="imp__acts">
        {busy ? (
          <Button kind="danger" busy={stop.isPending} onClick={() => stop.mutate()}>
            {imports.stop}
          </Button>
        ) : (
          <Button kind="quiet" busy={discard.isPending} onClick={() => discard.mutate()}>
            {imports.remove}
          </Button>
        )}
        <Link className={buttonClass({})} to="/dashboard/import" search={{}}>
          {imports.another}
        </Link>
      </div>
    </div>
  );
}

function Actions({ view }: { view: ImportView }): ReactElement {
  const check = useBeginImport(view._id, 'check');
  const start = useBeginImport(view._id, 'start');
  const blocked = view.lacking.length > 0;
  return (
    <div className="imp__acts imp__acts--end">
      <Button disabled={blocked || start.isPending} busy={check.isPending} onClick={() => check.mutate()}>
        {imports.check}
      </Button>
      <Button
        kind="primary"
        disabled={blocked || check.isPending}
        busy={start.isPending}
        onClick={() => start.mutate()}
      >
        {imports.start}
      </Button>
    </div>
  );
}

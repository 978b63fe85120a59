import type { ImportSummary } from '@carhouse/contract/imports';
import { isBusy } from '@carhouse/domain/import/import-states';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BadgeCheck, Clock, TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { imports } from '#messages/imports';
import { useClient } from '../../app/api.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { dateTime } from '../../ui/format.ts';
import { Loading } from '../../ui/wheel.tsx';
import { importsQuery } from './import-queries.ts';

/** The lists that were uploaded before, newest first. */
export function ImportList(): ReactElement {
  const { data, isPending, isError, isFetching, error, refetch } = useQuery(importsQuery(useClient()));
  return (
    <section className="tablewrap" aria-label={imports.earlier} aria-busy={isFetching}>
      <div className="tools">
        <h2 className="tools__title">{imports.earlier}</h2>
      </div>
      {isPending ? (
        <div className="tablewrap__loading">
          <Loading />
        </div>
      ) : isError ? (
        <ErrorState title={imports.failedList} busy={isFetching} onRetry={() => void refetch()}>
          {imports.failedText(error.message)}
        </ErrorState>
      ) : data.length === 0 ? (
        <EmptyState title={imports.noEarlier}>{imports.noEarlierText}</EmptyState>
      ) : (
        <ul className="imp__list">
          {data.map((one) => (
            <ImportLine key={one._id} one={one} />
          ))}
        </ul>
      )}
    </section>
  );
}

function ImportLine({ one }: { one: ImportSummary }): ReactElement {
  const { counts } = one;
  return (
    <li>
      <Link
        to="/dashboard/import"
        search={{ id: one._id }}
        className="imp__line"
        aria-label={imports.openImport(one.fileName)}
      >
        <b>{one.fileName}</b>
        <span className="num">
          {dateTime(one.createdAt)}, {imports.sizeAndRows(one.fileBytes, one.totalRows)}
        </span>
        {counts === null ? null : (
          <span className="num">
            {imports.result.said(counts.imported, counts.updated, counts.unchanged, counts.rejected)}
          </span>
        )}
      </Link>
      <StateBadge state={one.state} />
    </li>
  );
}

/** Where an import stands, in words. */
export function StateBadge({ state }: { state: ImportSummary['state'] }): ReactElement {
  if (state === 'failed' || state === 'unreadable') {
    return (
      <Badge kind="stop" icon={TriangleAlert}>
        {imports.states[state]}
      </Badge>
    );
  }
  if (state === 'done') {
    return (
      <Badge kind="ok" icon={BadgeCheck}>
        {imports.states.done}
      </Badge>
    );
  }
  return isBusy(state) ? (
    <Badge kind="wait" icon={Clock}>
      {imports.states[state]}
    </Badge>
  ) : (
    <Badge kind="line">{imports.states[state]}</Badge>
  );
}

import { auditCsvPath } from '@carhouse/contract/csv-files';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { auditMessages } from '#messages/audit';
import { useClient } from '../../app/api.ts';
import { makeButtonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListFrame } from '../../ui/list-frame.tsx';
import { CsvButton } from '../dashboard/csv-button.tsx';
import { DashboardPage } from '../dashboard/dash-page.tsx';
import { AuditChain } from './audit-chain.tsx';
import { type AuditFilters, auditQuery } from './audit-queries.ts';
import { AuditSkeleton, AuditTable } from './audit-table.tsx';
import { AuditTools } from './audit-tools.tsx';

/** The page with the audit log, which also says whether the log is unchanged since it was written. */
export function AuditPage({ choice }: { choice: AuditFilters }): ReactElement {
  const list = useInfiniteQuery(auditQuery(useClient(), choice));
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];
  const actorName = entries.find(({ actorId }) => actorId === choice.actor)?.actorName ?? undefined;
  const subject = entries.find(({ nounId }) => nounId === choice.nounId)?.subject ?? undefined;
  const isFiltered = Object.keys(choice).length > 0;
  return (
    <DashboardPage
      title={auditMessages.title}
      lead={auditMessages.lead}
      actions={<CsvButton path={auditCsvPath} name="audit.csv" choice={choice} />}
    >
      <AuditChain />
      <ListFrame
        label={auditMessages.caption}
        tools={<AuditTools choice={choice} actorName={actorName} subject={subject} />}
        list={list}
        count={entries.length}
        shownCountText={auditMessages.shown(entries.length)}
        errorTitle={auditMessages.failed}
        skeleton={<AuditSkeleton />}
        emptyState={<NoEntries isFiltered={isFiltered} />}
      >
        <AuditTable entries={entries} />
      </ListFrame>
    </DashboardPage>
  );
}

function NoEntries({ isFiltered }: { isFiltered: boolean }): ReactElement {
  if (!isFiltered) return <EmptyState title={auditMessages.none}>{auditMessages.noneHint}</EmptyState>;
  return (
    <EmptyState
      title={auditMessages.noMatch}
      action={
        <Link to="/dashboard/audit" search={{}} replace className={makeButtonClass({ kind: 'primary' })}>
          {auditMessages.showAll}
        </Link>
      }
    >
      {auditMessages.noMatchHint}
    </EmptyState>
  );
}

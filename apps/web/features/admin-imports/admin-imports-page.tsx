import type { AdminImport } from '@carhouse/contract/admin-imports';
import { importStages } from '@carhouse/domain/import/import-states';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { adminImportMessages } from '#messages/admin-imports';
import { useClient } from '../../app/api.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { closeAndFocusList } from '../../ui/focus-list.ts';
import { ListFrame } from '../../ui/list-frame.tsx';
import { Segments } from '../../ui/segments.tsx';
import { DashboardPage } from '../dashboard/dash-page.tsx';
import { RefuseImport, StopImport } from './admin-import-dialogs.tsx';
import {
  type AdminImportFilters,
  adminImportsQuery,
  collectImports,
  findChosenStage,
  importTotalsQuery,
  readAdminImportChoice,
} from './admin-import-queries.ts';
import { AdminImportSkeleton, AdminImportTable } from './admin-import-table.tsx';

/** The page with all sellers' imports: waiting for an admin, running, and finished. */
export function AdminImportsPage({ choice }: { choice: AdminImportFilters }): ReactElement {
  const client = useClient();
  const list = useInfiniteQuery(adminImportsQuery(client, choice));
  const { data: totals } = useQuery(importTotalsQuery(client));
  const [chosenAct, setChosenAct] = useState<{ readonly act: 'reject' | 'stop'; readonly chosenImport: AdminImport }>();
  const listedImports = collectImports(list.data);
  const stage = findChosenStage(choice);
  const close = () => setChosenAct(undefined);
  // The row with the focused button has been removed, so the list gets the focus.
  const focusList = () => document.getElementById('imports')?.focus({ preventScroll: true });
  const ConfirmationDialog = chosenAct?.act === 'stop' ? StopImport : RefuseImport;
  return (
    <DashboardPage
      title={adminImportMessages.title}
      lead={totals === undefined ? undefined : adminImportMessages.lead(totals.waiting, totals.running)}
    >
      <ListFrame
        id="imports"
        label={adminImportMessages.caption}
        tools={<StageFilter choice={choice} />}
        list={list}
        count={listedImports.length}
        shownCountText={adminImportMessages.shown(listedImports.length)}
        errorTitle={adminImportMessages.failed}
        skeleton={<AdminImportSkeleton />}
        emptyState={
          <EmptyState title={adminImportMessages.none[stage]}>{adminImportMessages.noneHint[stage]}</EmptyState>
        }
      >
        <AdminImportTable
          imports={listedImports}
          onActRequested={(act, chosenImport) => setChosenAct({ act, chosenImport })}
          onReleased={focusList}
        />
      </ListFrame>
      {chosenAct === undefined ? null : (
        <ConfirmationDialog
          shownImport={chosenAct.chosenImport}
          onClose={close}
          onDone={() => closeAndFocusList(close, 'imports')}
        />
      )}
    </DashboardPage>
  );
}

function StageFilter({ choice }: { choice: AdminImportFilters }): ReactElement {
  const navigate = useNavigate();
  return (
    <Segments
      label={adminImportMessages.show}
      options={importStages.map((value) => ({ value, label: adminImportMessages.stages[value] }))}
      value={findChosenStage(choice)}
      onChoose={(stage) =>
        void navigate({
          to: '/dashboard/allImports',
          search: readAdminImportChoice({ stage }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}

import type { AdminImport } from '@carhouse/contract/admin-imports';
import type { ImportAdminAct } from '@carhouse/domain/import/import-states';
import type { ReactElement } from 'react';
import { adminImportMessages } from '#messages/admin-imports';
import { importMessages } from '#messages/imports';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable, TableRow, type TableShape, TableSkeleton } from '../../ui/data-table.tsx';
import { formatMoney } from '../../ui/format.ts';
import { formatDate, formatDateTime } from '../../ui/format-date.ts';
import { StateBadge } from '../imports/import-list.tsx';
import { useImportAct } from './use-import-act.ts';

const { columns } = adminImportMessages;
const table: TableShape = {
  caption: adminImportMessages.caption,
  columns: [
    { name: columns.file, line: 'plain' },
    { name: columns.seller, hiddenFrom: 'third', line: 'plain' },
    { name: columns.found, hiddenFrom: 'second', line: 'plain' },
    { name: columns.state, width: 'long', line: 'plain' },
    { name: columns.actions, as: 'actions' },
  ],
};

type TableProps = {
  readonly imports: readonly AdminImport[];
  /** The function is called for the actions that need a confirmation first. */
  readonly onActRequested: (act: 'reject' | 'stop', shownImport: AdminImport) => void;
  readonly onReleased: () => void;
};

/** A table of imports: seller, content of the file, state, and the actions that an admin can take now. */
export function AdminImportTable({ imports: listedImports, onActRequested, onReleased }: TableProps): ReactElement {
  return (
    <DataTable shape={table}>
      {listedImports.map((shownImport) => (
        <ImportRow
          key={shownImport._id}
          shownImport={shownImport}
          onActRequested={onActRequested}
          onReleased={onReleased}
        />
      ))}
    </DataTable>
  );
}

type RowProps = Omit<TableProps, 'imports'> & { readonly shownImport: AdminImport };

function ImportRow({ shownImport, onActRequested, onReleased }: RowProps): ReactElement {
  const { seller, counts } = shownImport;
  return (
    <TableRow
      shape={table}
      rowName={shownImport.fileName}
      cells={[
        <>
          <b>{shownImport.fileName}</b>
          <span className="sub num">{adminImportMessages.uploaded(formatDateTime(shownImport.createdAt))}</span>
        </>,
        <>
          {seller.name} {seller.suspended ? <Badge kind="stop">{adminImportMessages.suspended}</Badge> : null}
          <span className="sub num">{adminImportMessages.seller(seller.carsOnOffer, formatDate(seller.joinedAt))}</span>
        </>,
        <>
          {counts === null
            ? adminImportMessages.rows(shownImport.doneRows, shownImport.totalRows)
            : importMessages.result.said(counts.imported, counts.updated, counts.unchanged, counts.rejected)}
          <Preview rows={shownImport.preview} />
        </>,
        <>
          <StateBadge state={shownImport.state} />
          <span className="sub num">{formatDateTime(shownImport.finishedAt ?? shownImport.changedAt)}</span>
          {shownImport.fault === null ? null : <span className="sub">{shownImport.fault}</span>}
        </>,
        shownImport.acts.length === 0 ? null : (
          <span key="acts" className="actions">
            {shownImport.acts.toReversed().map((act) => (
              <Act
                key={act}
                act={act}
                shownImport={shownImport}
                onActRequested={onActRequested}
                onReleased={onReleased}
              />
            ))}
          </span>
        ),
      ]}
    />
  );
}

function Preview({ rows }: { rows: AdminImport['preview'] }): ReactElement | null {
  if (rows.length === 0) return null;
  return (
    <ul className="sub" aria-label={adminImportMessages.preview}>
      {rows.map((row) => (
        <li key={row.line}>
          {row.title}
          {row.price === null ? '' : `, ${formatMoney(row.price)}`}
          {row.taken ? '' : `, ${adminImportMessages.staysOut(row.reason)}`}
        </li>
      ))}
    </ul>
  );
}

function Act({ act, shownImport, onActRequested, onReleased }: RowProps & { act: ImportAdminAct }): ReactElement {
  const importAction = useImportAct(shownImport, onReleased);
  return (
    <Button
      kind={act === 'release' ? 'primary' : 'quiet'}
      className={act === 'release' ? undefined : 'btn--dangerquiet'}
      isBusy={importAction.isPending}
      aria-label={adminImportMessages.actOf(act, shownImport.fileName)}
      onClick={() => (act === 'release' ? importAction.mutate({ act }) : onActRequested(act, shownImport))}
    >
      {adminImportMessages.acts[act]}
    </Button>
  );
}

/** Placeholder rows of the same height, shown while the imports load. */
export function AdminImportSkeleton(): ReactElement {
  return <TableSkeleton shape={table} rows={5} />;
}

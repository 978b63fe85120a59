import type { ImportView } from '@carhouse/contract/imports';
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { importMessages } from '#messages/imports';
import { Badge } from '../../ui/badge.tsx';
import { DataTable, TableRow, type TableShape } from '../../ui/data-table.tsx';
import { formatCarName, formatKilometres, formatMoney } from '../../ui/format.ts';
import styles from './import-page.module.css';

const text = importMessages.preview;

const table: TableShape = {
  caption: text.title,
  columns: [
    { name: text.line, width: 'short' },
    { name: text.car, line: 'plain' },
    { name: text.price, as: 'amount', width: 'medium' },
    { name: text.year, as: 'amount', width: 'short', hiddenFrom: 'third', line: 'named' },
    { name: text.mileage, as: 'amount', width: 'medium', hiddenFrom: 'second', line: 'named' },
    { name: text.outcome, width: 'longest', line: 'plain' },
  ],
};

/** A table of the first rows of the file, as they would be imported with the current mapping. */
export function ImportPreview({ view: { preview } }: { view: ImportView }): ReactElement {
  const acceptedRowCount = preview.filter((row) => row.taken).length;
  return (
    <section className="tablewrap" aria-label={text.title}>
      <div className="tools">
        <h2 className={styles.importTitle}>{text.title}</h2>
        <span className={`num ${styles.importCount}`} role="status">
          {text.lead(acceptedRowCount, preview.length)}
        </span>
      </div>
      <DataTable shape={table}>
        {preview.map((row) => (
          <PreviewRow key={row.line} row={row} />
        ))}
      </DataTable>
    </section>
  );
}

function PreviewRow({ row }: { row: ImportView['preview'][number] }): ReactElement {
  return (
    <TableRow
      shape={table}
      rowName={String(row.line)}
      cells={[
        <span key="line" className="num">
          {row.line}
        </span>,
        <span key="car" className={styles.importTwo}>
          {row.title === '' ? null : <b>{formatCarName(row.brand, row.title)}</b>}
          <span>{row.ref === '' ? text.noRef : row.ref}</span>
          {row.location === '' ? null : <span>{text.where(row.location, row.photos)}</span>}
        </span>,
        row.price === null ? null : (
          <span key="price" className="num">
            {formatMoney(row.price)}
          </span>
        ),
        row.year === null ? null : (
          <span key="year" className="num">
            {row.year}
          </span>
        ),
        row.mileageKm === null ? null : (
          <span key="mileage" className="num">
            {formatKilometres(row.mileageKm)}
          </span>
        ),
        <span key="outcome" className={styles.importTwo}>
          {row.taken ? (
            <>
              <Badge kind={row.reason === '' ? 'ok' : 'wait'} icon={row.reason === '' ? CircleCheck : TriangleAlert}>
                {row.reason === '' ? text.taken : text.takenWithDoubt}
              </Badge>
              {row.reason === '' ? null : <span>{row.reason}</span>}
            </>
          ) : (
            <>
              <Badge kind="stop" icon={CircleX}>
                {text.staysOut}
              </Badge>
              <span>{row.reason}</span>
            </>
          )}
        </span>,
      ]}
    />
  );
}

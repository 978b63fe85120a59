import type { ImportView } from '@carhouse/contract/imports';
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import { importMessages } from '#messages/imports';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { kilometres, money } from '../../ui/format.ts';
import styles from './import-page.module.css';

const text = importMessages.preview;

const table = {
  className: styles.importPreview,
  caption: text.title,
  columns: [
    text.line,
    text.car,
    { name: text.price, as: 'amount' },
    { name: text.year, as: 'amount' },
    { name: text.mileage, as: 'amount' },
    text.outcome,
  ],
} as const;

/** The first rows as they would come in with the mapping as it is. */
export function ImportPreview({ view: { preview } }: { view: ImportView }): ReactElement {
  const taken = preview.filter((row) => row.taken).length;
  return (
    <section className="tablewrap" aria-label={text.title}>
      <div className="tools">
        <h2 className={styles.importTitle}>{text.title}</h2>
        <span className={`num ${styles.importCount}`} role="status">
          {text.lead(taken, preview.length)}
        </span>
      </div>
      <DataTable {...table}>
        {preview.map((row) => (
          <PreviewRow key={row.line} row={row} />
        ))}
      </DataTable>
    </section>
  );
}

function PreviewRow({ row }: { row: ImportView['preview'][number] }): ReactElement {
  return (
    <tr>
      <td className="num" data-l={text.line}>
        {row.line}
      </td>
      <td className={`full ${styles.importTwo}`}>
        {row.title === '' ? null : <b>{row.title}</b>}
        <span>{row.ref === '' ? text.noRef : row.ref}</span>
      </td>
      <td className="num align-right full">{row.price === null ? '' : money(row.price)}</td>
      <td className="num align-right full">{row.year ?? ''}</td>
      <td className="num align-right full">{row.mileageKm === null ? '' : kilometres(row.mileageKm)}</td>
      <td className={`full ${styles.importTwo}`}>
        {row.taken ? (
          <>
            <Badge kind={row.reason === '' ? 'ok' : 'wait'} icon={row.reason === '' ? CircleCheck : TriangleAlert}>
              {text.taken}
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
      </td>
    </tr>
  );
}

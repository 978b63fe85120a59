import type { ImportView } from '@carhouse/contract/imports';
import { type ImportField, importFields, importReaders } from '@carhouse/domain/import/import-states';
import type { ReactElement } from 'react';
import { importMessages } from '#messages/imports';
import { DataTable, TableRow, type TableShape } from '../../ui/data-table.tsx';
import { Select } from '../../ui/select.tsx';
import styles from './import-page.module.css';
import { makeMappingBody } from './import-queries.ts';
import { ImportTerms } from './import-terms.tsx';
import { useChangeMapping } from './use-import.ts';

type ImportColumnView = ImportView['columns'][number];
type ColumnChoice = { readonly field: ImportField | null; readonly as: ImportColumnView['as'] };

const text = importMessages.columns;

const table: TableShape = {
  className: styles.importColumns,
  caption: text.title,
  columns: [
    { name: text.column },
    { name: text.values, line: 'plain' },
    { name: text.holdsAndReadAs, width: 'longest', line: 'plain' },
    { name: text.sure, as: 'amount', width: 'short', line: 'named' },
  ],
};

/** The choice of a field for each column. A change is saved immediately, and the preview shows its result. */
export function ImportColumns({ view }: { view: ImportView }): ReactElement {
  const change = useChangeMapping(view._id);
  const usedFieldCount = view.columns.filter(({ field }) => field !== null).length;
  const chooseField = (header: string, choice: ColumnChoice): void => {
    const columns = view.columns.flatMap((column) => {
      const { field, as } = column.header === header ? choice : column;
      // When a field is chosen for a column, the field is removed from its previous column.
      const isFieldTaken = column.header !== header && field === choice.field;
      return field === null || isFieldTaken ? [] : [{ header: column.header, field, as }];
    });
    change.mutate({ ...makeMappingBody(view), columns });
  };
  return (
    <section className="tablewrap" aria-label={text.title} aria-busy={change.isPending}>
      <div className="tools">
        <h2 className={styles.importTitle}>{text.title}</h2>
        <span className={`num ${styles.importCount}`}>{text.lead(usedFieldCount, view.columns.length)}</span>
      </div>
      <DataTable shape={table}>
        {view.columns.map((column) => (
          <ColumnRow
            key={column.header}
            column={column}
            isBusy={change.isPending}
            onChoose={(choice) => chooseField(column.header, choice)}
          />
        ))}
      </DataTable>
      <ImportTerms key={`${view.location} ${view.currency} ${view.rate}`} view={view} change={change} />
      <p className="visually-hidden" role="status">
        {change.isSuccess && !change.isPending ? text.saved : ''}
      </p>
    </section>
  );
}

type ColumnRowProps = {
  readonly column: ImportColumnView;
  readonly isBusy: boolean;
  readonly onChoose: (choice: ColumnChoice) => void;
};

function ColumnRow({ column, isBusy, onChoose }: ColumnRowProps): ReactElement {
  const { header, field, as, samples, readers, confidence } = column;
  return (
    <TableRow
      shape={table}
      rowName={header}
      cells={[
        <b key="header">{header}</b>,
        <span key="samples" className={styles.importSamples}>
          {samples.length === 0 ? text.noValues : samples.join(' · ')}
        </span>,
        <span key="holds" className={styles.importChoices}>
          <Select
            label={text.holdsOf(header)}
            isLabelHidden
            value={field ?? ''}
            disabled={isBusy}
            onChange={(event) => {
              const chosenField = importFields.find((importField) => importField === event.currentTarget.value) ?? null;
              onChoose({ field: chosenField, as: null });
            }}
          >
            <option value="">{text.leftOut}</option>
            {importFields.map((importField) => (
              <option key={importField} value={importField}>
                {importMessages.fields[importField]}
              </option>
            ))}
          </Select>
          {readers.length === 0 ? null : (
            <Select
              label={text.readAsOf(header)}
              isLabelHidden
              value={as ?? ''}
              disabled={isBusy}
              onChange={(event) => {
                const chosenReaderName =
                  importReaders.find((readerName) => readerName === event.currentTarget.value) ?? null;
                onChoose({ field, as: chosenReaderName });
              }}
            >
              <option value="">{text.usual}</option>
              {readers.map((importField) => (
                <option key={importField} value={importField}>
                  {importMessages.readers[importField]}
                </option>
              ))}
            </Select>
          )}
        </span>,
        field === null ? null : (
          <span key="sure" className="num">
            {text.percent(confidence)}
          </span>
        ),
      ]}
    />
  );
}

import type { ImportView } from '@carhouse/contract/imports';
import { isBusy } from '@carhouse/core/import/import-states';
import { type ReactElement, useId } from 'react';
import { imports } from '#texts/imports';

const text = imports.progress;

/** How far work that is under way has come. */
export function ImportProgress({ view }: { view: ImportView }): ReactElement | null {
  const id = useId();
  if (!isBusy(view.state)) return null;
  const total = view.state === 'withdrawing' ? view.gone : view.totalRows;
  const words = view.state === 'withdrawing' ? text.cars : text.rows;
  return (
    <section className="imp__progress" aria-labelledby={id}>
      <p id={id} role="status">
        {text[view.state]}
      </p>
      <progress aria-labelledby={id} {...(total === null ? {} : { value: view.doneRows, max: Math.max(1, total) })} />
      <p className="num hint">{total === null ? text.waiting : words(view.doneRows, total)}</p>
    </section>
  );
}

import type { ImportView } from '@carhouse/contract/imports';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { type ReactElement, useId, useState } from 'react';
import { importMessages } from '#messages/imports';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { QuestionDialog } from '../../ui/question-dialog.tsx';
import styles from './import-page.module.css';
import { useWithdrawMissingCars } from './use-import.ts';

const text = importMessages.gone;

/**
 * The cars from earlier files that are on sale and that the file of this import does not contain. Cars that the file
 * does not contain stay on sale until the dealer confirms that the file lists their whole stock.
 */
export function MissingCars({ view }: { view: ImportView }): ReactElement | null {
  const id = useId();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const { gone, withdrawn } = view;
  if (withdrawn !== null) {
    return (
      <Callout icon={CircleCheck} kind="ok" role="status">
        {text.withdrawn(withdrawn)}
      </Callout>
    );
  }
  if (gone === null) return <Callout icon={CircleAlert}>{text.incomplete}</Callout>;
  if (gone === 0) return null;
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel__head">
        <h2 id={id}>{text.title}</h2>
      </div>
      <div className={`panel__body ${styles.importGone}`}>
        <p>{text.text(gone)}</p>
        <Button onClick={() => setDialogOpen(true)}>{text.action(gone)}</Button>
      </div>
      {isDialogOpen ? <Question id={view._id} gone={gone} onClose={() => setDialogOpen(false)} /> : null}
    </section>
  );
}

function Question({
  id,
  gone: missingCount,
  onClose,
}: {
  id: string;
  gone: number;
  onClose: () => void;
}): ReactElement {
  const withdrawMutation = useWithdrawMissingCars(id, onClose);
  return (
    <QuestionDialog
      title={text.question(missingCount)}
      onClose={onClose}
      request={withdrawMutation}
      cancelLabel={text.keep}
      confirm={text.action(missingCount)}
      onConfirm={() => withdrawMutation.mutate(missingCount)}
    >
      <p>{text.explain}</p>
    </QuestionDialog>
  );
}

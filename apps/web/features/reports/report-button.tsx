import { Flag } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { reportMessages } from '#messages/reports';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './report-button.module.css';

/** What is reported: a car by its id, or a seller by their public name. */
export type ReportSubject = { readonly kind: 'car' | 'seller'; readonly id: string; readonly name: string };

const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }));

/** The button that opens the dialog in which a visitor or a user reports a car or a seller. */
export function ReportButton(subject: ReportSubject): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <p className={styles.report}>
      <Button kind="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon of={Flag} />
        {reportMessages[subject.kind]}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ReportDialog subject={subject} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </p>
  );
}

import type { ReactElement, ReactNode } from 'react';
import { useHydrated } from '../../app/hydration.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/callout.tsx';
import styles from './auth-page.module.css';

/**
 * The button that submits a form. The button is inactive until hydration. Before hydration, a browser would post the
 * form to the URL of the page. The URL of the page accepts no forms, and typed text would be lost.
 */
export function SubmitButton({ isBusy, children }: { isBusy: boolean; children: ReactNode }): ReactElement {
  const isHydrated = useHydrated();
  return (
    <Button kind="primary" type="submit" className="btn--waking" isLarge isBlock isBusy={isBusy} disabled={!isHydrated}>
      {children}
    </Button>
  );
}

/** A message that says why a form, or the link that opened it, failed. */
export function FormFailureCallout({ children }: { readonly children: string }): ReactElement {
  return <Failure of={children} className={styles.redirect} />;
}

import type { ReactElement, ReactNode } from 'react';
import { useHydrated } from '../../app/hydration.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/callout.tsx';
import styles from './auth-page.module.css';

/**
 * The button that submits a form. It is inactive until hydration: before that, a browser would post the form itself to a URL
 * that only shows pages, and typed text would be lost.
 */
export function SubmitButton({ busy, children }: { busy: boolean; children: ReactNode }): ReactElement {
  const hydrated = useHydrated();
  return (
    <Button kind="primary" type="submit" className="btn--waking" large block busy={busy} disabled={!hydrated}>
      {children}
    </Button>
  );
}

/** A message that says why a form, or the link that opened it, failed. */
export function FormFailure({ children }: { readonly children: string }): ReactElement {
  return <Failure of={children} className={styles.redirect} />;
}

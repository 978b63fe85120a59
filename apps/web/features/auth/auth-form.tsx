import { CircleAlert } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useHydrated } from '../../app/use-hydrated.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';

/**
 * The button that sends a form. It sends nothing until the page is hydrated: a browser would post the form by itself
 * before, to an address that only shows pages, and what was typed would be lost.
 */
export function SubmitButton({ busy, children }: { busy: boolean; children: ReactNode }): ReactElement {
  const hydrated = useHydrated();
  return (
    <Button kind="primary" type="submit" className="btn--waking" large block busy={busy} disabled={!hydrated}>
      {children}
    </Button>
  );
}

/** Why a form, or the link that opened it, came to nothing. */
export function FormFailure({ children }: { readonly children: string }): ReactElement {
  return (
    <Callout icon={CircleAlert} kind="stop" role="alert" className="redirect">
      {children}
    </Callout>
  );
}

import type { User } from '@carhouse/contract/accounts';
import { lazy, type ReactElement, Suspense, useEffect } from 'react';
import { rememberUser, useReauthenticationRequest } from '../../app/reauthentication.ts';

const load = async () => ({ default: (await import('./reauthentication-dialog.tsx')).ReauthenticationDialog });
const Question = lazy(load);
/** Milliseconds after the page load: the page's own data comes first. */
const later = 4000;

/**
 * Rendered in the root of every page. When a change finds the session ended, or too old, the user signs in on the page: the
 * screen keeps its state, and the change is made once the same user confirms it.
 *
 * @param user the user of the page
 */
export function ReauthenticationGate({ user }: { user: User | null }): ReactElement | null {
  const question = useReauthenticationRequest();
  useEffect(() => {
    rememberUser(user);
    if (!user) return;
    // Fetched in advance: an update of the server may have renamed the file later.
    const timer = setTimeout(() => void load().catch(() => undefined), later);
    return () => clearTimeout(timer);
  }, [user]);
  if (question === undefined) return null;
  return (
    <Suspense>
      <Question question={question} />
    </Suspense>
  );
}

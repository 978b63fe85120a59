import type { User } from '@carhouse/contract/accounts';
import { lazy, type ReactElement, Suspense, useEffect } from 'react';
import { rememberUser, useReauthenticationRequest } from '../../app/reauthentication.ts';

const loadDialog = async () => ({ default: (await import('./reauthentication-dialog.tsx')).ReauthenticationDialog });
const Question = lazy(loadDialog);
/**
 * Delay in milliseconds after the page load before the code of the dialog is fetched, so that the page's own data is
 * loaded first.
 */
const preloadDelayMs = 4000;

/**
 * Loads and renders the dialog for signing in again, in the root of every page. When a change fails because the session
 * has ended or is too old, the user signs in on the page. The page keeps its state, and the change is made after the
 * user has confirmed it.
 *
 * @param user the signed-in user of the page
 */
export function ReauthenticationGate({ user }: { user: User | null }): ReactElement | null {
  const question = useReauthenticationRequest();
  useEffect(() => {
    rememberUser(user);
    if (!user) return;
    // The code is fetched in advance, because an update of the server may rename the file later.
    const timer = setTimeout(() => void loadDialog().catch(() => undefined), preloadDelayMs);
    return () => clearTimeout(timer);
  }, [user]);
  if (question === undefined) return null;
  return (
    <Suspense>
      <Question question={question} />
    </Suspense>
  );
}

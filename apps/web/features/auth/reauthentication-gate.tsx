import type { User } from '@carhouse/contract/accounts';
import { lazy, type ReactElement, Suspense, useEffect } from 'react';
import { rememberUser, useReauthenticationRequest } from '../../app/reauthentication.ts';

const load = async () => ({ default: (await import('./reauthentication-dialog.tsx')).ReauthenticationDialog });
const Question = lazy(load);
/** Milliseconds after arrival: what the page itself needs comes first. */
const later = 4000;

/**
 * Stands in the root of every page. When a change finds the session ended, or too old for it, the person signs in right
 * here: what the screen holds stays, and the change is made when the same person says so.
 *
 * @param user who was let into the page
 */
export function ReauthenticationGate({ user }: { user: User | null }): ReactElement | null {
  const question = useReauthenticationRequest();
  useEffect(() => {
    rememberUser(user);
    if (!user) return;
    // Fetched before it is needed: an update of the server may have renamed the file by then.
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

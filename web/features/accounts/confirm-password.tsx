import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react';
import type { End } from './confirm-password-dialog.tsx';
import { answerRecentSignIn } from './recent-sign-in.ts';

const Question = lazy(async () => ({
  default: (await import('./confirm-password-dialog.tsx')).ConfirmPasswordDialog,
}));

/** Shows the question for the password when a call asks for it (recent-sign-in.ts). Rendered once, by the dashboard. */
export function ConfirmPassword(): ReactElement | null {
  const [end, setEnd] = useState<End>();
  useEffect(() => answerRecentSignIn(() => asking(setEnd)), []);
  if (end === undefined) return null;
  return (
    <Suspense>
      <Question end={end} />
    </Suspense>
  );
}

function asking(show: (end: (() => End) | undefined) => void): Promise<boolean> {
  return new Promise((resolve) => {
    show(() => (confirmed) => {
      show(undefined);
      resolve(confirmed);
    });
  });
}

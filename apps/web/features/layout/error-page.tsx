import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { ErrorNote } from './error-note.tsx';

/** The application's page for a page that failed: trying again loads it anew. */
export function ErrorPage({ error, reset }: ErrorComponentProps): ReactElement {
  const router = useRouter();
  const tryAgain = async () => {
    await router.invalidate();
    reset();
  };
  return <ErrorNote error={error} onRetry={() => void tryAgain()} />;
}

import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { ErrorCallout } from './error-callout.tsx';

/** The application's page for a page that failed: trying again loads it again. */
export function ErrorPage({ error, reset }: ErrorComponentProps): ReactElement {
  const router = useRouter();
  const tryAgain = async () => {
    await router.invalidate();
    reset();
  };
  return <ErrorCallout error={error} onRetry={() => void tryAgain()} />;
}

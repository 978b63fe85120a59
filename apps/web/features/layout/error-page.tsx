import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { ErrorCallout } from './error-callout.tsx';

/** The application's error page: its button loads the page again. */
export function ErrorPage({ error, reset }: ErrorComponentProps): ReactElement {
  const router = useRouter();
  const tryAgain = async () => {
    await router.invalidate();
    reset();
  };
  return <ErrorCallout error={error} onRetry={() => void tryAgain()} />;
}

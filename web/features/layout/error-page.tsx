import { ApiError } from '@carhouse/contract/client';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactElement } from 'react';
import { Icon } from '../../ui/icon.tsx';

/** What is shown in place of a page that failed. Says what happened and offers to try again. */
export function ErrorPage({ error, reset }: ErrorComponentProps): ReactElement {
  const router = useRouter();
  const tryAgain = async () => {
    await router.invalidate();
    reset();
  };
  return (
    <main id="main" className="wrap section" tabIndex={-1}>
      <div className="empty" role="alert">
        <Icon of={CircleAlert} />
        <h1>This page could not be shown</h1>
        <p>{error instanceof ApiError ? error.message : 'Something went wrong on our side.'} Nothing was changed.</p>
        <button className="btn btn--primary" type="button" onClick={() => void tryAgain()}>
          <Icon of={RotateCw} />
          Try again
        </button>
      </div>
    </main>
  );
}

import { ApiError } from '@carhouse/contract/client';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactElement } from 'react';
import { layout } from '#texts/layout';
import { words } from '#texts/shared-words';
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
        <h1>{layout.error.title}</h1>
        <p>
          {reasonOf(error)} {layout.error.unchanged}
        </p>
        <button className="btn btn--primary" type="button" onClick={() => void tryAgain()}>
          <Icon of={RotateCw} />
          {words.tryAgain}
        </button>
      </div>
    </main>
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return layout.error.ours;
  return error.status === 0 ? layout.error.offline : error.message;
}

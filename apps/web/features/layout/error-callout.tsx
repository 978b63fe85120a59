import { ApiError } from '@carhouse/contract/client';
import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactElement } from 'react';
import { layoutMessages } from '#messages/layout';
import { sharedMessages } from '#messages/shared';
import { Icon } from '../../ui/icon.tsx';

/** Rendered in place of a failed page. Says what happened and offers to try again. */
export function ErrorCallout({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactElement {
  return (
    <main id="main" className="wrap section" tabIndex={-1}>
      <div className="empty" role="alert">
        <Icon of={CircleAlert} />
        <h1>{layoutMessages.error.title}</h1>
        <p>
          {reasonOf(error)} {layoutMessages.error.unchanged}
        </p>
        <button className="btn btn--primary" type="button" onClick={onRetry}>
          <Icon of={RotateCw} />
          {sharedMessages.tryAgain}
        </button>
      </div>
    </main>
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return layoutMessages.error.ours;
  return error.status === 0 ? layoutMessages.error.offline : error.message;
}

import { ApiError } from '@carhouse/contract/client';
import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactElement } from 'react';
import { layout } from '#messages/layout';
import { words } from '#messages/shared-words';
import { Icon } from '../../ui/icon.tsx';

/** What is shown in place of a page that failed. Says what happened and offers to try again. */
export function ErrorNote({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactElement {
  return (
    <main id="main" className="wrap section" tabIndex={-1}>
      <div className="empty" role="alert">
        <Icon of={CircleAlert} />
        <h1>{layout.error.title}</h1>
        <p>
          {reasonOf(error)} {layout.error.unchanged}
        </p>
        <button className="btn btn--primary" type="button" onClick={onRetry}>
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

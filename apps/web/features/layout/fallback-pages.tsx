import { ApiError } from '@carhouse/contract/client';
import { texts } from '@carhouse/contract/texts';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactElement } from 'react';
import { layoutMessages } from '#messages/layout';
import { sharedMessages } from '#messages/shared';
import { Icon } from '../../ui/icon.tsx';

/** The page that is rendered when another page has failed. It says what happened, and its button loads the page again. */
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
        <h1>{layoutMessages.error.title}</h1>
        <p>
          {reasonOf(error)} {layoutMessages.error.unchanged}
        </p>
        <button className="btn btn--primary" type="button" onClick={() => void tryAgain()}>
          <Icon of={RotateCw} />
          {sharedMessages.tryAgain}
        </button>
      </div>
    </main>
  );
}

function reasonOf(error: unknown): string {
  if (isUnreachable(error)) return layoutMessages.error.offline;
  return error instanceof ApiError ? error.message : layoutMessages.error.ours;
}

/**
 * Whether an API call, or a request for a file of the page, got no answer. Browsers and the bundler use different messages
 * for a missing file.
 */
function isUnreachable(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 0;
  const offline = typeof navigator !== 'undefined' && navigator.onLine === false;
  return offline || (error instanceof Error && /\bmodule\b|\bpreload\b/i.test(error.message));
}

/** A notice inside a page's layout: the record of this URL does not exist or belongs to another account. */
export function MissingCallout(): ReactElement {
  return (
    <div className="empty">
      <h1>{texts.notFound.sorry}</h1>
      <p>{texts.notFound.but}</p>
      <Link className="btn btn--primary" to="/home">
        {texts.notFound.back}
      </Link>
    </div>
  );
}

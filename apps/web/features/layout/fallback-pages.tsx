import { ApiError } from '@carhouse/contract/client';
import { texts } from '@carhouse/contract/texts';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactElement } from 'react';
import { layoutMessages } from '#messages/layout';
import { sharedMessages } from '#messages/shared';
import { isMissingFile } from '../../app/missing-files.ts';
import { Icon } from '../../ui/icon.tsx';

/**
 * The page that is rendered when another page has failed. The text of the page explains the failure, and a button loads
 * the failed page again.
 */
export function ErrorPage({ error, reset }: ErrorComponentProps): ReactElement {
  const router = useRouter();
  const reason = describeError(error);
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
          {reason} {layoutMessages.error.unchanged}
        </p>
        {/* When a file failed to load, the browser does not request the file again until the document is loaded again. */}
        {reason === layoutMessages.error.part ? (
          <button className="btn btn--primary" type="button" onClick={() => location.reload()}>
            <Icon of={RotateCw} />
            {layoutMessages.error.reload}
          </button>
        ) : (
          <button className="btn btn--primary" type="button" onClick={() => void tryAgain()}>
            <Icon of={RotateCw} />
            {sharedMessages.tryAgain}
          </button>
        )}
      </div>
    </main>
  );
}

function describeError(error: unknown): string {
  // On the server, the `navigator` of Node has no property `onLine`.
  if (typeof navigator !== 'undefined' && navigator.onLine === false) return layoutMessages.offline.device;
  if (error instanceof ApiError) return error.status === 0 ? layoutMessages.error.noAnswer : error.message;
  return isMissingFile(error) ? layoutMessages.error.part : layoutMessages.error.ours;
}

/** A notice inside the layout of a page, for a URL whose record does not exist or belongs to another account. */
export function MissingPageCallout(): ReactElement {
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

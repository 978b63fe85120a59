import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { sellerMessages } from '#messages/sellers';
import { makeButtonClass } from '../../ui/button.tsx';
import { Meter } from '../../ui/meter.tsx';

/** The page for a seller who does not exist or is not public. */
export function MissingSeller(): ReactElement {
  const { title, body, action } = sellerMessages.missing;
  return (
    <main id="main" className="wrap section" tabIndex={-1}>
      <div className="empty">
        <Meter tallTickCount={0} />
        <h1>{title}</h1>
        <p>{body}</p>
        <Link to="/cars" className={makeButtonClass({ kind: 'primary' })}>
          {action}
        </Link>
      </div>
    </main>
  );
}

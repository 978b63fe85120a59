import { texts } from '@carhouse/contract/texts';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';

/** Inside a page's own layout: the record of this address does not exist (or belongs to another account). */
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

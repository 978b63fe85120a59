import { texts } from '@carhouse/contract/texts';
import type { ReactElement } from 'react';

/** A rotating loading indicator. The spinner is always beside a text that says what is loading. */
export function Spinner(): ReactElement {
  return (
    <svg className="spinner" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="9" />
      <path d="M12 3a9 9 0 0 1 9 9" />
    </svg>
  );
}

/** The spinner with the loading text of the specification. */
export function Loading(): ReactElement {
  return (
    <p className="loading" role="status">
      <Spinner />
      {texts.loading}
    </p>
  );
}

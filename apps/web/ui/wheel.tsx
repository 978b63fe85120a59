import { texts } from '@carhouse/contract/texts';
import type { ReactElement } from 'react';

/** The spinner: a wheel. It never stands alone, words say what is awaited. */
export function Wheel(): ReactElement {
  return (
    <svg className="wheel" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="9" />
      <path d="M12 3a9 9 0 0 1 9 9" />
    </svg>
  );
}

/** The wheel with the word of the specification. */
export function Loading(): ReactElement {
  return (
    <p className="loading" role="status">
      <Wheel />
      {texts.loading}
    </p>
  );
}

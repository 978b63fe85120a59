import type { ReactElement } from 'react';

/** The verified tick, filled so that it reads at 16 pixels. */
export function VerifiedBadge({ label = 'Verified' }: { label?: string }): ReactElement {
  return (
    <svg className="verified-badge" viewBox="0 0 20 20" role="img" aria-label={label}>
      <path
        className="verified-badge__bg"
        d="M10 0.8l2.4 1.9 3-.3.9 2.9 2.6 1.6-1 2.9 1 2.9-2.6 1.6-.9 2.9-3-.3L10 18.9l-2.4-1.9-3 .3-.9-2.9-2.6-1.6 1-2.9-1-2.9 2.6-1.6.9-2.9 3 .3z"
      />
      <path className="verified-badge__tick" d="M6.3 9.9l2.6 2.6 4.8-5" />
    </svg>
  );
}

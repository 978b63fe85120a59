import type { LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Icon } from './icon.tsx';

export type BadgeKind = 'neutral' | 'ok' | 'wait' | 'stop' | 'line';

/** A status as text, with an optional icon, so that it is never shown by colour alone. */
export function Badge(props: { kind?: BadgeKind; icon?: LucideIcon; children: ReactNode }): ReactElement {
  const { kind = 'neutral', icon, children } = props;
  return (
    <span className={kind === 'neutral' ? 'badge' : `badge badge--${kind}`}>
      {icon ? <Icon of={icon} /> : null}
      {children}
    </span>
  );
}

/** The icon of verified sellers, filled so that it is legible at 16 pixels. */
export function VerifiedBadge({ label = 'Verified' }: { label?: string }): ReactElement {
  return (
    <svg className="verified-badge" viewBox="0 0 20 20" role="img" aria-label={label}>
      <path
        className="verified-badge__background"
        d="M10 0.8l2.4 1.9 3-.3.9 2.9 2.6 1.6-1 2.9 1 2.9-2.6 1.6-.9 2.9-3-.3L10 18.9l-2.4-1.9-3 .3-.9-2.9-2.6-1.6 1-2.9-1-2.9 2.6-1.6.9-2.9 3 .3z"
      />
      <path className="verified-badge__tick" d="M6.3 9.9l2.6 2.6 4.8-5" />
    </svg>
  );
}

export type StatusLabel = {
  readonly kind: 'plain' | 'ok' | 'wait' | 'off';
  readonly icon: LucideIcon;
  readonly words: string;
};

/** The status of a car, as a label in the corner of its image. */
export function StatusOnImage({ status }: { status: StatusLabel }): ReactElement {
  return (
    <span className={status.kind === 'plain' ? 'badge stat' : `badge stat stat--${status.kind}`}>
      <Icon of={status.icon} />
      {status.words}
    </span>
  );
}

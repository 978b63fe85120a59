import type { LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Icon } from './icon.tsx';

export type BadgeKind = 'neutral' | 'ok' | 'wait' | 'stop' | 'line';

/** A status in words, with an icon where there is one: never colour alone. */
export function Badge(props: { kind?: BadgeKind; icon?: LucideIcon; children: ReactNode }): ReactElement {
  const { kind = 'neutral', icon, children } = props;
  return (
    <span className={kind === 'neutral' ? 'badge' : `badge badge--${kind}`}>
      {icon ? <Icon of={icon} /> : null}
      {children}
    </span>
  );
}

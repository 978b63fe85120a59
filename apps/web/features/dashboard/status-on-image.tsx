import type { LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import { Icon } from '../../ui/icon.tsx';

export type PhotoStatus = {
  readonly kind: 'plain' | 'ok' | 'wait' | 'off';
  readonly icon: LucideIcon;
  readonly words: string;
};

/** How a car stands, on a plate in the corner of its photo. */
export function StatusOnImage({ status }: { status: PhotoStatus }): ReactElement {
  return (
    <span className={status.kind === 'plain' ? 'badge stat' : `badge stat stat--${status.kind}`}>
      <Icon of={status.icon} />
      {status.words}
    </span>
  );
}

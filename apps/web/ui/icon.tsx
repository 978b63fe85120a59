import type { LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';

/** An icon beside text, which is hidden from assistive technology. */
export function Icon({
  of: Drawing,
  className = '',
}: {
  of: LucideIcon;
  className?: string | undefined;
}): ReactElement {
  return <Drawing className={`icon ${className}`} strokeWidth={1.7} aria-hidden="true" focusable="false" />;
}

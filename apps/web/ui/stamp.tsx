import type { ReactElement } from 'react';
import { formatLongDay, formatTime } from './format-date.ts';

/**
 * A time in the specification's format, which has a day, a year and a time, but no month (`19 2026 21:14`). The tooltip
 * and the machine-readable value (`datetime`) have the full date.
 */
export function Timestamp({ at, children }: { at: string; children: string }): ReactElement {
  return (
    <time className="stamp" dateTime={at} title={`${formatLongDay(at)}, ${formatTime(at)}`}>
      {children}
    </time>
  );
}

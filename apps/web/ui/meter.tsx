import type { ReactElement } from 'react';

type MeterProps = {
  /** Number of tall ticks. `tickCount` is the number of all ticks. */
  readonly tallTickCount: number;
  readonly tickCount?: number;
  /** Whether the ticks are amber, as a warning that little time or little space is left. */
  readonly isLow?: boolean;
  readonly className?: string | undefined;
};

/**
 * A row of ticks: the first `tallTickCount` ticks are tall, and all further ticks are short. The meter is hidden from
 * screen readers, because a text beside it has the same content.
 */
export function Meter({ tallTickCount, tickCount = 10, isLow = false, className = '' }: MeterProps): ReactElement {
  return (
    <span className={`meter ${isLow ? 'meter--low' : ''} ${className}`} aria-hidden="true">
      {Array.from({ length: tickCount }, (_, index) => index + 1).map((tickNumber) => (
        <i key={tickNumber} className={tickNumber <= tallTickCount ? 'is-on' : undefined} />
      ))}
    </span>
  );
}

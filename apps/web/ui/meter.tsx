import type { ReactElement } from 'react';

type MeterProps = {
  /** Number of tall ticks. `of` is the number of all ticks. */
  readonly tallCount: number;
  readonly of?: number;
  /** Whether the ticks are amber, as a warning that little time or little space is left. */
  readonly isLow?: boolean;
  readonly className?: string | undefined;
};

/**
 * A row of ticks: the first `tallCount` ticks are tall, the others short. The meter is hidden from screen readers, because a
 * text beside it has the same content.
 */
export function Meter({ tallCount, of = 10, isLow = false, className = '' }: MeterProps): ReactElement {
  return (
    <span className={`meter ${isLow ? 'meter--low' : ''} ${className}`} aria-hidden="true">
      {Array.from({ length: of }, (_, index) => index + 1).map((tickNumber) => (
        <i key={tickNumber} className={tickNumber <= tallCount ? 'is-on' : undefined} />
      ))}
    </span>
  );
}

import type { ReactElement } from 'react';

type GaugeProps = {
  /** Number of tall ticks. `of` is the number of all ticks. */
  readonly lit: number;
  readonly of?: number;
  /** Whether the ticks are amber, because little is left. */
  readonly low?: boolean;
  readonly className?: string | undefined;
};

/**
 * A row of ticks: tall ones mean yes or left, short ones mean no or used. The meter is always beside a text that says
 * the same.
 */
export function Meter({ lit, of = 10, low = false, className = '' }: GaugeProps): ReactElement {
  return (
    <span className={`meter ${low ? 'meter--low' : ''} ${className}`} aria-hidden="true">
      {Array.from({ length: of }, (_, index) => index + 1).map((place) => (
        <i key={place} className={place <= lit ? 'is-on' : undefined} />
      ))}
    </span>
  );
}

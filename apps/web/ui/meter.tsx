import type { ReactElement } from 'react';

type GaugeProps = {
  /** Number of tall ticks. */
  readonly lit: number;
  readonly of?: number;
  /** Amber: little is left. */
  readonly low?: boolean;
  readonly className?: string | undefined;
};

/** A row of ticks: tall means yes or left, short means no or used. Always stands beside words that say the same. */
export function Meter({ lit, of = 10, low = false, className = '' }: GaugeProps): ReactElement {
  return (
    <span className={`meter ${low ? 'meter--low' : ''} ${className}`} aria-hidden="true">
      {Array.from({ length: of }, (_, index) => index + 1).map((place) => (
        <i key={place} className={place <= lit ? 'is-on' : undefined} />
      ))}
    </span>
  );
}

import type { ReactElement } from 'react';
import styles from './day-chart.module.css';

type DayChartProps = {
  /** A sentence that summarises the chart. */
  readonly sentence: string;
  readonly values: readonly number[];
  /** Values above this threshold are highlighted. */
  readonly highlightThreshold?: number;
  /** Values from this index on are highlighted. */
  readonly firstHighlightedIndex?: number;
  /** Labels at the left end, the middle and the right end of the axis. */
  readonly axisLabels: readonly string[];
};

const width = 5;
/**
 * Minimum value to which the full height corresponds. Because of this minimum, ticks of one or two bookings are low.
 */
const smallestAxisMaximum = 4;

/**
 * A chart with one tick per day. The chart uses only SVG attributes, because the content security policy forbids inline
 * styles.
 */
export function DayChart({
  sentence,
  values,
  highlightThreshold = Infinity,
  firstHighlightedIndex = Infinity,
  axisLabels,
}: DayChartProps): ReactElement {
  const axisMaximum = Math.max(...values, smallestAxisMaximum);
  const lastIndex = Math.max(values.length - 1, 1);
  return (
    <figure className={styles.daychart}>
      <svg className={styles.daychartTicks} role="img" aria-label={sentence}>
        {values.map((value, index) => {
          // A day without a value gets a short tick, so that the row of days is visible.
          const height = value === 0 ? 5 : Math.max((value / axisMaximum) * 100, 8);
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: the days keep their order
              key={index}
              className={
                value === 0
                  ? 'is-none'
                  : value > highlightThreshold || index >= firstHighlightedIndex
                    ? 'is-high'
                    : undefined
              }
              // The last tick lies inside the chart, like the first tick.
              x={`${(index / lastIndex) * 98.5}%`}
              y={`${100 - height}%`}
              width={width}
              height={`${height}%`}
              rx={2}
            />
          );
        })}
      </svg>
      <figcaption className="tick-chart__axis num" aria-hidden="true">
        {axisLabels.map((label) => (
          <span key={label}>{label}</span>
        ))}
      </figcaption>
    </figure>
  );
}

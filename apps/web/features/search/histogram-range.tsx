import type { Histogram } from '@carhouse/contract/search';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { searchMessages } from '#messages/search';
import { computeDrawnBars, findBoundsAtEdges, findStepsOfBounds, type StepRange } from './histogram-steps.ts';
import styles from './search-page.module.css';
import { formatBound } from './value-names.ts';

/** Milliseconds without movement of a handle after which it counts as released. */
const debounceMs = 350;
/** Height of the chart, in units of its SVG view box. */
const chartHeight = 52;

type HistogramRangeProps = {
  readonly range: 'Price' | 'Year';
  readonly histogram: Histogram;
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** The function is called while a handle moves. A bound that is undefined means no limit. */
  readonly onDrag: (min: number | undefined, max: number | undefined) => void;
  readonly onRelease: () => void;
};

/**
 * A histogram of the number of cars per step. Two native range inputs below the histogram choose the first and the last
 * step.
 */
export function HistogramRange(props: HistogramRangeProps): ReactElement {
  const { range, min, max, onDrag, onRelease } = props;
  const histogram = range === 'Price' ? computeDrawnBars(props.histogram, min, max) : props.histogram;
  const { counts } = histogram;
  // The positions of the moved handles. When the URL contains the new bounds, the positions are read from the URL
  // again.
  const [movedSteps, setMovedSteps] = useState<StepRange>();
  const rangeKey = [min, max, histogram.from, histogram.step, counts.length].join(' ');
  const [lastSaid, setLastSaid] = useState(rangeKey);
  if (rangeKey !== lastSaid) {
    setLastSaid(rangeKey);
    setMovedSteps(undefined);
  }
  const [lowStep, highStep] = movedSteps ?? findStepsOfBounds(histogram, range, min, max);
  const timerRef = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timerRef.current), []);
  const moveHandle = (steps: StepRange) => {
    setMovedSteps(steps);
    onDrag(...findBoundsAtEdges(histogram, range, steps));
    clearTimeout(timerRef.current);
    timerRef.current = setTimeout(onRelease, debounceMs);
  };
  const highestCarCount = Math.max(1, ...counts);
  const [from, to] = findBoundsAtEdges(histogram, range, [lowStep, highStep]);
  // The minimum height makes a bar with one car among thousands visible.
  const bars = counts.map((cars, step) => ({
    step,
    height: cars === 0 ? 0 : Math.max(1.5, (cars / highestCarCount) * chartHeight),
    inside: step >= lowStep && step < highStep,
  }));
  return (
    <>
      <svg
        className={styles.hist}
        viewBox={`0 0 ${counts.length} ${chartHeight}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        {bars.map(({ step, height, inside }) => (
          <rect
            key={step}
            className={inside ? styles.isInside : undefined}
            x={step + 0.06}
            width={0.88}
            y={chartHeight - height}
            height={height}
          />
        ))}
        <rect className={styles.isInside} x={lowStep} width={highStep - lowStep} y={chartHeight - 1.5} height={1.5} />
      </svg>
      <div className={styles.range}>
        <input
          type="range"
          min={0}
          max={counts.length}
          value={lowStep}
          // In the upper half of the range the lower handle is on top, so that it can be moved back when both handles
          // are at the upper end.
          className={lowStep > counts.length / 2 ? styles.isTop : undefined}
          aria-label={searchMessages.handles[range].min}
          aria-valuetext={from === undefined ? searchMessages.noLimit : formatBound(range, from)}
          onChange={(event) => moveHandle([Math.min(event.currentTarget.valueAsNumber, highStep - 1), highStep])}
        />
        <input
          type="range"
          min={0}
          max={counts.length}
          value={highStep}
          aria-label={searchMessages.handles[range].max}
          aria-valuetext={to === undefined ? searchMessages.noLimit : formatBound(range, to)}
          onChange={(event) => moveHandle([lowStep, Math.max(event.currentTarget.valueAsNumber, lowStep + 1)])}
        />
      </div>
    </>
  );
}

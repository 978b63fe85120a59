import type { ReactElement } from 'react';
import styles from './fact-lines.module.css';

export type FactLine = {
  readonly name: string;
  /** A second, smaller line below the name. */
  readonly detail?: string | undefined;
  readonly value: string;
  /** Whether the line is the sum of the lines above it. */
  readonly isSum?: boolean;
};

/**
 * Names and values side by side, one pair on each line, with a rule between two lines. A value such as an amount stays
 * on one line; a long name may use several lines.
 */
export function FactLines({
  lines,
  shouldWrapValues = false,
}: {
  lines: readonly FactLine[];
  shouldWrapValues?: boolean;
}): ReactElement {
  return (
    <dl className={`${styles.lines} ${shouldWrapValues ? styles.wrapping : ''} num`}>
      {lines.map(({ name, detail, value, isSum }) => (
        <div key={name} className={isSum ? styles.sum : undefined}>
          <dt>
            {name}
            {detail === undefined ? null : <small>{detail}</small>}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

import type { ReactElement } from 'react';
import styles from './fact-lines.module.css';

type FactLine = {
  readonly name: string;
  readonly value: string;
  /** Whether the line is the sum of the lines above it. */
  readonly isSum?: boolean;
};

/**
 * Names and values side by side, one pair on each line, with a rule between two lines. Values such as amounts do not
 * wrap; long names may.
 */
export function FactLines({
  lines,
  wrapsValues = false,
}: {
  lines: readonly FactLine[];
  wrapsValues?: boolean;
}): ReactElement {
  return (
    <dl className={`${styles.lines} ${wrapsValues ? styles.wrapping : ''} num`}>
      {lines.map(({ name, value, isSum }) => (
        <div key={name} className={isSum ? styles.sum : undefined}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

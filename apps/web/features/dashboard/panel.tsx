import { type ReactElement, type ReactNode, useId } from 'react';
import styles from './panel.module.css';

type PanelProps = {
  readonly title: string;
  readonly aside?: ReactNode;
  /**
   * The number of the twelve grid columns that the panel spans. A panel without `columnSpan` has the width of its stack
   * (`TwoColumns`).
   */
  readonly columnSpan?: 'span-4' | 'span-5' | 'span-6' | 'span-7' | 'span-8' | 'span-12';
  readonly children: ReactNode;
};

/** A bordered section of a dashboard screen with its heading. */
export function Panel({ title, aside, columnSpan, children }: PanelProps): ReactElement {
  const id = useId();
  return (
    <section className={columnSpan === undefined ? 'panel' : `panel ${columnSpan}`} aria-labelledby={id}>
      <div className="panel__head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      <div className="panel__body">{children}</div>
    </section>
  );
}

/**
 * Panels in two independent columns, called stacks. In two columns, a short panel beside a tall panel leaves no empty
 * space.
 */
export function TwoColumns({ wideStack, narrowStack }: { wideStack: ReactNode; narrowStack: ReactNode }): ReactElement {
  return (
    <div className={styles.stacks}>
      <div>{wideStack}</div>
      <div>{narrowStack}</div>
    </div>
  );
}

/** Maximum number of characters of a figure in the usual font size. A longer figure has a smaller font size. */
const maxLengthForLargeFont = 8;

type FigureBlockProps = {
  readonly name: string;
  readonly value: string;
  /**
   * Whether the figure has the smaller font size of long figures. By default, the font size depends on the length of
   * the value.
   */
  readonly isLong?: boolean;
  readonly children: ReactNode;
};

/** A figure with a description below it. The figure must be rendered inside a `dl` with the class `kpis`. */
export function FigureBlock({ name, value, isLong, children }: FigureBlockProps): ReactElement {
  const hasSmallFont = isLong ?? value.length > maxLengthForLargeFont;
  return (
    <div className={`kpi ${styles.figure}`}>
      <dt>{name}</dt>
      <dd className={hasSmallFont ? `num ${styles.value} ${styles.longValue}` : `num ${styles.value}`}>{value}</dd>
      <dd className="kpi__value num">{children}</dd>
    </div>
  );
}

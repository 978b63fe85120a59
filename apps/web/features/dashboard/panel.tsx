import { type ReactElement, type ReactNode, useId } from 'react';
import styles from './panel.module.css';

type PanelProps = {
  readonly title: string;
  readonly aside?: ReactNode;
  /** Columns of twelve; without it the panel takes the width of its stack. */
  readonly span?: 'span-4' | 'span-5' | 'span-6' | 'span-7' | 'span-8' | 'span-12';
  readonly children: ReactNode;
};

/** A bordered part of a dashboard screen with its heading. */
export function Panel({ title, aside, span, children }: PanelProps): ReactElement {
  const id = useId();
  return (
    <section className={span === undefined ? 'panel' : `panel ${span}`} aria-labelledby={id}>
      <div className="panel__head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      <div className="panel__body">{children}</div>
    </section>
  );
}

/** Panels in two columns that are as tall as their panels: a short panel beside a tall one leaves no empty room. */
export function Stacks({ wide, narrow }: { wide: ReactNode; narrow: ReactNode }): ReactElement {
  return (
    <div className={styles.stacks}>
      <div>{wide}</div>
      <div>{narrow}</div>
    </div>
  );
}

/** Number of signs of a figure in the usual size. */
const longest = 8;

/** One figure with its words below. Rendered in a `dl` with the class `kpis`. */
export function Figure(props: { name: string; value: string; children: ReactNode }): ReactElement {
  return (
    <div className={`kpi ${styles.figure}`}>
      <dt>{props.name}</dt>
      <dd className={props.value.length > longest ? `num ${styles.value} ${styles.longValue}` : `num ${styles.value}`}>
        {props.value}
      </dd>
      <dd className="kpi__value num">{props.children}</dd>
    </div>
  );
}

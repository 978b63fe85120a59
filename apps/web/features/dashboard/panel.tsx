import { type ReactElement, type ReactNode, useId } from 'react';

type PanelProps = {
  readonly title: string;
  readonly aside?: ReactNode;
  /** Columns of twelve: `c4` to `c12`. */
  readonly span: 'span-4' | 'span-5' | 'span-6' | 'span-7' | 'span-8' | 'span-12';
  readonly children: ReactNode;
};

/** A bordered part of a dashboard screen with its heading. */
export function Panel({ title, aside, span, children }: PanelProps): ReactElement {
  const id = useId();
  return (
    <section className={`panel ${span}`} aria-labelledby={id}>
      <div className="panel__head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      <div className="panel__body">{children}</div>
    </section>
  );
}

/** One figure with its words below. Rendered in a `dl` with the class `kpis`. */
export function Figure(props: { name: string; value: string; children: ReactNode }): ReactElement {
  return (
    <div className="kpi">
      <dt>{props.name}</dt>
      <dd className="num">{props.value}</dd>
      <dd className="kpi__value num">{props.children}</dd>
    </div>
  );
}

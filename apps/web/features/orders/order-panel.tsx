import { type ReactElement, type ReactNode, useId } from 'react';

/** A part of the page of an order, with its heading. */
export function OrderPanel(props: { title: string; aside?: ReactNode; children: ReactNode }): ReactElement {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel__head">
        <h2 id={id}>{props.title}</h2>
        {props.aside}
      </div>
      <div className="panel__body">{props.children}</div>
    </section>
  );
}

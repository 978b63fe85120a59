import type { ReactElement, ReactNode } from 'react';
import { sharedMessages } from '#messages/shared';

/** A name and its value inside a `dl`. An empty value is shown as unknown. */
export function Fact({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{children === '' ? sharedMessages.unknown : children}</dd>
    </div>
  );
}

import { ChevronDown } from 'lucide-react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';

type FacetGroupProps = {
  readonly label: string;
  /** Whether it is open when the page comes; from then on the visitor says. */
  readonly open: boolean;
  readonly children: ReactNode;
};

/** One group of filters under its name; folds without a script too. */
export function FacetGroup({ label, open, children }: FacetGroupProps): ReactElement {
  const [atFirst] = useState(open);
  return (
    <details className="facet" open={atFirst}>
      <summary>
        {label}
        <Icon of={ChevronDown} />
      </summary>
      <fieldset aria-label={label}>{children}</fieldset>
    </details>
  );
}

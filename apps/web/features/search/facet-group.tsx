import { ChevronDown } from 'lucide-react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import type { CarSearch } from './car-search.ts';
import styles from './search-page.module.css';

/** The server's error for a field of the search. */
type Fault = { readonly field: string | undefined; readonly message: string };

export type FacetProps = {
  readonly formId: string;
  readonly search: CarSearch;
  readonly fault: Fault | undefined;
  /** A choice that takes effect immediately. */
  readonly onChange: () => void;
};

type FacetGroupProps = {
  readonly label: string;
  /** Whether it is open when the page loads; afterwards the visitor decides. */
  readonly open: boolean;
  readonly children: ReactNode;
};

/** One group of filters under its name; folds without a script too. */
export function FacetGroup({ label, open, children }: FacetGroupProps): ReactElement {
  const [atFirst] = useState(open);
  return (
    <details className={styles.facet} open={atFirst}>
      <summary>
        {label}
        <Icon of={ChevronDown} />
      </summary>
      <fieldset aria-label={label}>{children}</fieldset>
    </details>
  );
}

import { ChevronDown } from 'lucide-react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import type { CarSearch } from './car-search.ts';
import styles from './search-page.module.css';

/** The server's error for a parameter of the search. */
type FacetFault = { readonly field: string | undefined; readonly message: string };

export type FacetProps = {
  readonly formId: string;
  readonly search: CarSearch;
  readonly fault: FacetFault | undefined;
  /** The function is called when the visitor changes the filter. The change takes effect immediately. */
  readonly onChange: () => void;
};

type FacetGroupProps = {
  readonly label: string;
  /** Whether the group is open when the page loads. After the page load, the visitor opens and closes the group. */
  readonly isOpen: boolean;
  readonly children: ReactNode;
};

/** A group of filters with a heading. The group can be opened and closed without scripts too. */
export function FacetGroup({ label, isOpen, children }: FacetGroupProps): ReactElement {
  const [atFirst] = useState(isOpen);
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

import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { formatCount } from './format.ts';
import styles from './tabs.module.css';

/** The parts of a list as links side by side. On a narrow screen the row of links scrolls. */
export function Tabs({ label, children }: { label: string; children: ReactNode }): ReactElement {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  );
}

type TabProps = Pick<LinkProps, 'to' | 'search' | 'params'> & {
  readonly isChosen: boolean;
  /** The number of entries in this part of the list; no number is shown while the value is undefined. */
  readonly count: number | undefined;
  readonly children: string;
};

/** The link to one part of the list, with its number of entries. */
export function TabLink({ isChosen, count, children, ...link }: TabProps): ReactElement {
  return (
    <Link
      {...link}
      replace
      resetScroll={false}
      activeProps={{}}
      // Without this option, a link without filters would also count as current while a filter is chosen.
      activeOptions={{ exact: true }}
      aria-current={isChosen ? 'page' : undefined}
    >
      {children}
      {count === undefined ? null : <span className={`num ${styles.count}`}>{formatCount(count)}</span>}
    </Link>
  );
}

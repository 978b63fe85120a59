import { texts } from '@carhouse/contract/texts';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Mark } from '../../ui/mark.tsx';

/** The logo with the name, a link to the home page. Footer and drawer pass the other name. */
export function Brandmark({ name = texts.brandName }: { name?: string }): ReactElement {
  return (
    <Link className="brandmark" to="/home" activeProps={unmarked}>
      <Mark />
      <span>{name}</span>
    </Link>
  );
}

// The navigation marks the page that one is on; the logo does not say it again.
const unmarked = { className: '', 'aria-current': undefined };

import { texts } from '@carhouse/contract/texts';
import type { ReactElement } from 'react';
import { Link } from '../../app/navigation/link.tsx';
import { Logo } from '../../ui/logo.tsx';

/** The logo with the name, a link to the home page. Footer and drawer pass the other name. */
export function Brandmark({ name = texts.brandName }: { name?: string }): ReactElement {
  // The navigation marks the page that one is on; the logo does not say it again.
  return (
    <Link className="brandmark" to="/home" marked={false}>
      <Logo />
      <span>{name}</span>
    </Link>
  );
}

import { texts } from '@carhouse/contract/texts';
import { useLinkProps } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Logo } from '../../ui/logo.tsx';

/** The logo with the name, a link to the home page. Footer and drawer pass the other name. */
export function Brandmark({ name = texts.brandName }: { name?: string }): ReactElement {
  // The navigation marks the page that one is on; the logo does not say it again.
  const { 'aria-current': _marked, ...link } = useLinkProps({ to: '/home', className: 'brandmark', activeProps: {} });
  return (
    <a {...link}>
      <Logo />
      <span>{name}</span>
    </a>
  );
}

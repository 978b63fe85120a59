import { texts } from '@carhouse/contract/texts';
import { useLinkProps } from '@tanstack/react-router';
import { Moon, Sun } from 'lucide-react';
import type { ReactElement } from 'react';
import { layoutMessages } from '#messages/layout';
import { toggleTheme } from '../../app/theme.ts';
import { Icon } from '../../ui/icon.tsx';
import { Logo } from '../../ui/logo.tsx';

/** The logo with the name, as a link to the home page. Footer and drawer pass a different text as `name`. */
export function Brandmark({ name = texts.brandName }: { name?: string }): ReactElement {
  // Only the links of the navigation are marked as the current page; the logo is not.
  const { 'aria-current': _marked, ...link } = useLinkProps({ to: '/home', className: 'brandmark', activeProps: {} });
  return (
    <a {...link}>
      <Logo />
      <span>{name}</span>
    </a>
  );
}

export function ThemeButton(): ReactElement {
  return (
    <button
      className="iconbtn"
      type="button"
      data-theme-toggle=""
      aria-label={layoutMessages.switchTheme}
      onClick={toggleTheme}
    >
      <Icon of={Sun} className="only-dark" />
      <Icon of={Moon} className="only-light" />
    </button>
  );
}

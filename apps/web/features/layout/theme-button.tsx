import { Moon, Sun } from 'lucide-react';
import type { ReactElement } from 'react';
import { layoutMessages } from '#messages/layout';
import { toggleTheme } from '../../app/theme.ts';
import { Icon } from '../../ui/icon.tsx';

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

import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Media query for widths at which the drawer is beside the page and not a dialog (design, grid and breakpoints). */
const beside = '(min-width: 64rem)';

export type Drawer = {
  readonly open: boolean;
  readonly menuButton: RefObject<HTMLButtonElement | null>;
  readonly closeButton: RefObject<HTMLButtonElement | null>;
  readonly show: () => void;
  /** Closes the drawer and returns the focus to the menu button. */
  readonly close: () => void;
  /** Closes the drawer after a choice; the next page takes the focus. */
  readonly leave: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

/**
 * State of the drawer of small screens. While the drawer is open, the caller makes the page behind it inert, which traps the
 * focus.
 */
export function useDrawer(): Drawer {
  const [open, setOpen] = useState(false);
  const menuButton = useRef<HTMLButtonElement>(null);
  const closeButton = useRef<HTMLButtonElement>(null);

  // When the window grows, the drawer is beside the page, and nothing may remain inert.
  useEffect(() => {
    if (!open) return;
    const wide = matchMedia(beside);
    const settle = () => setOpen(false);
    wide.addEventListener('change', settle);
    return () => wide.removeEventListener('change', settle);
  }, [open]);

  const close = () => {
    // The menu button is inert until the page has been rendered again.
    flushSync(() => setOpen(false));
    menuButton.current?.focus();
  };
  return {
    open,
    menuButton,
    closeButton,
    show: () => {
      flushSync(() => setOpen(true));
      closeButton.current?.focus();
    },
    close,
    leave: () => setOpen(false),
    onKeyDown: (event) => {
      if (event.key === 'Escape' && open) close();
    },
  };
}

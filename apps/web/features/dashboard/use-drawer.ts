import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** From this width on the drawer is beside the page and is no dialog (design, grid and breakpoints). */
const beside = '(min-width: 64rem)';

export type Drawer = {
  readonly open: boolean;
  readonly menuButton: RefObject<HTMLButtonElement | null>;
  readonly closeButton: RefObject<HTMLButtonElement | null>;
  readonly show: () => void;
  /** Closes it and gives the focus back to the menu button. */
  readonly close: () => void;
  /** Closes it after a choice: the next page takes the focus. */
  readonly leave: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

/** The off-canvas drawer of small screens. While it is open the caller makes the page behind it inert, which keeps the focus in. */
export function useDrawer(): Drawer {
  const [open, setOpen] = useState(false);
  const menuButton = useRef<HTMLButtonElement>(null);
  const closeButton = useRef<HTMLButtonElement>(null);

  // A window that grows puts the drawer beside the page: nothing may stay inert then.
  useEffect(() => {
    if (!open) return;
    const wide = matchMedia(beside);
    const settle = () => setOpen(false);
    wide.addEventListener('change', settle);
    return () => wide.removeEventListener('change', settle);
  }, [open]);

  const close = () => {
    // The button is inert until the page has been rendered again.
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

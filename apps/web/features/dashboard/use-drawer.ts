import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Media query for widths at which the drawer is beside the page and not a dialog (design, grid and breakpoints). */
const wideScreenQuery = '(min-width: 64rem)';

export type Drawer = {
  readonly isOpen: boolean;
  readonly menuButtonRef: RefObject<HTMLButtonElement | null>;
  readonly closeButtonRef: RefObject<HTMLButtonElement | null>;
  readonly openDrawer: () => void;
  /** Closes the drawer and returns the focus to the menu button. */
  readonly close: () => void;
  /**
   * Closes the drawer after the user has chosen an item. The focus is not moved, because the next page takes the focus.
   */
  readonly closeDrawerAfterChoice: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

/**
 * The state of the drawer, which small screens show as a dialog. While the drawer is open, the caller makes the page
 * behind it inert, which traps the focus.
 */
export function useDrawer(): Drawer {
  const [isOpen, setIsOpen] = useState(false);
  const menuButtonRef = useRef<HTMLButtonElement>(null);
  const closeButtonRef = useRef<HTMLButtonElement>(null);

  // When the window becomes wide enough, the drawer is beside the page, and nothing may remain inert.
  useEffect(() => {
    if (!isOpen) return;
    const wideScreenMediaQuery = matchMedia(wideScreenQuery);
    const closeDrawer = () => setIsOpen(false);
    wideScreenMediaQuery.addEventListener('change', closeDrawer);
    return () => wideScreenMediaQuery.removeEventListener('change', closeDrawer);
  }, [isOpen]);

  const close = () => {
    // The menu button is inert until the page has been rendered again.
    flushSync(() => setIsOpen(false));
    menuButtonRef.current?.focus();
  };
  return {
    isOpen,
    menuButtonRef,
    closeButtonRef,
    openDrawer: () => {
      flushSync(() => setIsOpen(true));
      closeButtonRef.current?.focus();
    },
    close,
    closeDrawerAfterChoice: () => setIsOpen(false),
    onKeyDown: (event) => {
      if (event.key === 'Escape' && isOpen) close();
    },
  };
}

import { useEffect, useState } from 'react';

const promoShownKey = 'carhouse.promo';
/** Milliseconds after which the dialog may open, if the visitor has scrolled or pressed a key or button. */
const promoDelay = 15_000;
/** Milliseconds between two checks whether the dialog may open without interrupting the visitor. */
const step = 1000;

/**
 * Whether the promotional dialog should be open. It opens once per browser, after some time on the page or after scrolling
 * through half of it. It never opens over another dialog or menu, while the user types, or before they have interacted with
 * the page.
 */
export function usePromo(): readonly [open: boolean, close: () => void] {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (wasShown()) return;
    const start = performance.now();
    let isVisitorActive = false;
    const act = () => {
      isVisitorActive = true;
    };
    const signs = ['scroll', 'pointerdown', 'keydown'] as const;
    const forget = () => {
      clearInterval(timer);
      for (const sign of signs) window.removeEventListener(sign, act);
    };
    const timer = setInterval(() => {
      const isDue = performance.now() - start > promoDelay || hasScrolledHalf();
      if (!isVisitorActive || !isDue || interrupts()) return;
      forget();
      remember();
      setOpen(true);
    }, step);
    for (const sign of signs) window.addEventListener(sign, act, { passive: true });
    return forget;
  }, []);
  return [open, () => setOpen(false)];
}

function hasScrolledHalf(): boolean {
  return scrollY + innerHeight > document.documentElement.scrollHeight / 2 && scrollY > innerHeight;
}

function interrupts(): boolean {
  const busy = 'dialog[open], [aria-expanded="true"], input:focus, textarea:focus, select:focus';
  return document.hidden || document.querySelector(busy) !== null;
}

function wasShown(): boolean {
  try {
    return localStorage.getItem(promoShownKey) !== null;
  } catch {
    // Without storage the dialog would be shown at every visit, so it counts as already shown.
    return true;
  }
}

function remember(): void {
  try {
    localStorage.setItem(promoShownKey, 'shown');
  } catch {
    // Without storage nothing is remembered; `wasShown` then keeps the dialog closed.
  }
}

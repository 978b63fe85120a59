import { useEffect, useState } from 'react';

const promoShownKey = 'carhouse.promo';
/**
 * Milliseconds on the page after which the dialog may open. The dialog also requires that the visitor has scrolled,
 * pressed a key or clicked.
 */
const promoDelayMs = 15_000;
/** Milliseconds between two checks of whether the dialog may open without interrupting the visitor. */
const checkIntervalMs = 1000;

/**
 * Whether the promotional dialog should be open. The dialog opens at most once in each browser, after some time on the
 * page or after scrolling through half of it. The dialog never opens over another dialog or menu, while the user types,
 * or before the user has interacted with the page.
 */
export function usePromo(): readonly [open: boolean, close: () => void] {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (wasPromoShown()) return;
    const startMs = performance.now();
    let isVisitorActive = false;
    const markVisitorActive = () => {
      isVisitorActive = true;
    };
    const activityEventNames = ['scroll', 'pointerdown', 'keydown'] as const;
    const stopWatching = () => {
      clearInterval(timer);
      for (const eventName of activityEventNames) window.removeEventListener(eventName, markVisitorActive);
    };
    const timer = setInterval(() => {
      const isPromoDue = performance.now() - startMs > promoDelayMs || hasScrolledHalf();
      if (!isVisitorActive || !isPromoDue || wouldDialogInterrupt()) return;
      stopWatching();
      rememberPromoShown();
      setOpen(true);
    }, checkIntervalMs);
    for (const eventName of activityEventNames)
      window.addEventListener(eventName, markVisitorActive, { passive: true });
    return stopWatching;
  }, []);
  return [isOpen, () => setOpen(false)];
}

function hasScrolledHalf(): boolean {
  return scrollY + innerHeight > document.documentElement.scrollHeight / 2 && scrollY > innerHeight;
}

function wouldDialogInterrupt(): boolean {
  const busySelector = 'dialog[open], [aria-expanded="true"], input:focus, textarea:focus, select:focus';
  return document.hidden || document.querySelector(busySelector) !== null;
}

function wasPromoShown(): boolean {
  try {
    return localStorage.getItem(promoShownKey) !== null;
  } catch {
    // Without storage the dialog would be shown at every visit, so it counts as already shown.
    return true;
  }
}

function rememberPromoShown(): void {
  try {
    localStorage.setItem(promoShownKey, 'shown');
  } catch {
    // Without local storage nothing can be stored; `wasPromoShown` then prevents that the dialog opens.
  }
}

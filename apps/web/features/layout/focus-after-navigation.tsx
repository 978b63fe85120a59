import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Moves focus to `main` when another page has come, so that keyboards and screen readers start there. */
export function FocusAfterNavigation(): null {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined || !pathChanged) return;
        document.getElementById('main')?.focus({ preventScroll: true });
      }),
    [router],
  );
  return null;
}

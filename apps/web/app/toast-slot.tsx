import { type ComponentType, type ReactElement, useSyncExternalStore } from 'react';

let toasterComponent: ComponentType | undefined;
const toasterListeners = new Set<() => void>();

/**
 * Registers the component for toasts when its code has loaded. The code loads with the first toast, or with a page that
 * shows toasts.
 */
export function provideToaster(component: ComponentType): void {
  toasterComponent = component;
  for (const notifyListener of toasterListeners) notifyListener();
}

/** Renders the toasts in the root of every page, without loading their code. */
export function ToastSlot(): ReactElement | null {
  const Toaster = useSyncExternalStore(
    watchToaster,
    () => toasterComponent,
    () => undefined,
  );
  return Toaster === undefined ? null : <Toaster />;
}

function watchToaster(onChange: () => void): () => void {
  toasterListeners.add(onChange);
  return () => toasterListeners.delete(onChange);
}

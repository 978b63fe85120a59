import { texts } from '@carhouse/contract/texts';
import { useEffect } from 'react';
import { arrivalToastMessages } from '#messages/arrival-toast';
import type { RedirectReason } from '../../app/guards.ts';
import { toastError } from '../../app/toasts.tsx';

const messages: Readonly<Record<RedirectReason, string>> = {
  'not-admin': texts.toasts.notAdmin,
  'sellers-only': arrivalToastMessages.sellersOnly,
};

/**
 * Shows a toast that says why the visitor was redirected to this page. `onShown` is called after the toast and may
 * remove the reason from the URL. `onShown` must be the same function in every rendering.
 */
export function useRedirectToast(redirectReason: RedirectReason | undefined, onShown?: () => void): void {
  useEffect(() => {
    if (redirectReason === undefined) return;
    toastError(messages[redirectReason]);
    onShown?.();
  }, [redirectReason, onShown]);
}

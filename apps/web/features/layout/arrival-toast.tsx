import { texts } from '@carhouse/contract/texts';
import { useEffect } from 'react';
import { dashboardMessages } from '#messages/dashboard';
import type { RedirectToastFlag } from '../../app/guards.ts';
import { toastError } from '../../app/toasts.tsx';

const messages: Readonly<Record<RedirectToastFlag, string>> = {
  'not-admin': texts.toasts.notAdmin,
  'sellers-only': dashboardMessages.sellersOnly,
};

/**
 * Shows a toast that says why the visitor was redirected to this page. `said` is called after the toast and may remove
 * the flag from the URL. `said` must be the same function in every rendering.
 */
export function useRedirectToast(flag: RedirectToastFlag | undefined, said?: () => void): void {
  useEffect(() => {
    if (flag === undefined) return;
    toastError(messages[flag]);
    said?.();
  }, [flag, said]);
}

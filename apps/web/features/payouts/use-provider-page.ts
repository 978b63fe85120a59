import { openProviderPage, startOnboarding } from '@carhouse/contract/payout-accounts';
import { useMutation } from '@tanstack/react-query';
import { useClient } from '../../app/api.ts';

const callsByPage = { form: startOnboarding, account: openProviderPage } as const;

/**
 * Opens a page of the payment company in this window: the form for the account, or the page on which the account is
 * changed. The link to the page is requested only when the button is pressed, because the link works once and only for
 * some minutes.
 */
export function useProviderPage(page: keyof typeof callsByPage) {
  const client = useClient();
  return useMutation({
    mutationFn: () => client(callsByPage[page]),
    onSuccess: ({ url }) => window.location.assign(url),
  });
}

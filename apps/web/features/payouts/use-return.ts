import { checkPayoutAccount, showPayoutAccount } from '@carhouse/contract/payout-accounts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useClient } from '../../app/api.ts';
import { makeQueryKey } from '../../app/call-query.ts';

/**
 * The reasons why the browser returns from the page of the payment company: the seller left the form, or the link has
 * expired.
 */
export const returnReasons = ['form', 'expired'] as const;
export type ReturnReason = (typeof returnReasons)[number];

/**
 * Handles the return from the page of the payment company: the account is read again, and the search parameters are
 * removed from the URL.
 * @returns the reason for the return, as long as the page is open.
 */
export function useReturnFromProvider(reasonInUrl: ReturnReason | undefined): ReturnReason | undefined {
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [returnReason] = useState(reasonInUrl);
  useEffect(() => {
    if (reasonInUrl === undefined) return;
    void navigate({ to: '/dashboard/payouts', search: {}, replace: true });
    client(checkPayoutAccount).then(
      (account) => queryClient.setQueryData(makeQueryKey(showPayoutAccount), account),
      // When reading fails, the page shows the stored account, and an event of the payment company updates the account
      // later.
      () => undefined,
    );
  }, [reasonInUrl, client, navigate, queryClient]);
  return returnReason;
}

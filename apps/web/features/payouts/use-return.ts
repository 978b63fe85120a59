import { checkPayoutAccount, showPayoutAccount } from '@carhouse/contract/payout-accounts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useClient } from '../../app/api.ts';
import { queryKeyOfCall } from '../../app/call-query.ts';

/** Why the browser comes from the page of the payment company: the form was left, or its link did not work any more. */
export const returns = ['form', 'expired'] as const;
export type Return = (typeof returns)[number];

/**
 * Handles the return from the page of the payment company: the account is read there again, and the address of the page
 * becomes the usual one.
 * @returns why the browser came, as long as the page is open.
 */
export function useReturnFromProvider(back: Return | undefined): Return | undefined {
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [first] = useState(back);
  useEffect(() => {
    if (back === undefined) return;
    void navigate({ to: '/dashboard/payouts', search: {}, replace: true });
    client(checkPayoutAccount).then(
      (account) => queryClient.setQueryData(queryKeyOfCall(showPayoutAccount), account),
      // The page then shows what is known, and an event of the payment company brings the rest.
      () => undefined,
    );
  }, [back, client, navigate, queryClient]);
  return first;
}

import {
  accounts,
  accountTotals,
  buyers,
  deleteBuyer,
  deleteSeller,
  type ListedUser,
  reinstateAccount,
  sellers,
  suspendAccount,
  unverifySeller,
  verifySeller,
} from '@carhouse/contract/accounts';
import { adminQueues } from '@carhouse/contract/admin-queues';
import { allListings } from '@carhouse/contract/all-listings';
import { audit } from '@carhouse/contract/audit';
import { ApiError } from '@carhouse/contract/client';
import { resetFactors } from '@carhouse/contract/factors';
import { overview } from '@carhouse/contract/overview';
import { showPerson } from '@carhouse/contract/person';
import { texts } from '@carhouse/contract/texts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { userMessages } from '#messages/users';
import { useClient } from '../../app/api.ts';
import { invalidate } from '../../app/call-query.ts';
import { toastError, toastSuccess } from '../../app/toasts.tsx';

/** Returns a function that refreshes the lists of accounts, their totals and the dashboard. */
function useRefetchPeople(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      invalidate(queryClient, accounts, sellers, buyers, accountTotals),
      invalidate(queryClient, overview, adminQueues),
      invalidate(queryClient, showPerson, audit, allListings),
    ]);
  };
}

/** Whether the error means that the account no longer exists, because another admin deleted it first. */
function isAccountGone(error: Error): boolean {
  return error instanceof ApiError && error.status === 404;
}

/**
 * Deletes the user (specification, sections 2 and 8). `onDone` is called when the account is deleted. `onDone` is also
 * called when another admin has already deleted the account.
 */
export function useDeleteUser(person: ListedUser, onDone: () => void) {
  const client = useClient();
  const refetch = useRefetchPeople();
  return useMutation({
    mutationFn: () => client(person.role === 'Seller' ? deleteSeller : deleteBuyer, { params: { id: person._id } }),
    onSuccess: async ({ deletedCount }) => {
      onDone();
      if (deletedCount > 0) toastSuccess(texts.toasts.deleted(person.email));
      await refetch();
    },
    onError: async (error) => {
      if (!isAccountGone(error)) return;
      onDone();
      toastError(userMessages.gone(person.email));
      await refetch();
    },
  });
}

/** Verifies a seller (specification, sections 2 and 8). `onDone` is called when the lists have been refreshed. */
export function useVerifySeller(person: Pick<ListedUser, '_id' | 'email'>, onDone?: () => void) {
  const client = useClient();
  const refetch = useRefetchPeople();
  return useMutation({
    mutationFn: () => client(verifySeller, { params: { id: person._id } }),
    onSuccess: async ({ modifiedCount }) => {
      await refetch();
      if (modifiedCount > 0) toastSuccess(texts.toasts.verified);
      else toastError(userMessages.verifiedBefore);
      onDone?.();
    },
    onError: async (error) => {
      toastError(isAccountGone(error) ? userMessages.gone(person.email) : error.message);
      await refetch();
    },
  });
}

/** Removes the second factors of a user who has lost them. */
export function useResetSecondStep(person: ListedUser, onDone: () => void) {
  const client = useClient();
  return useMutation({
    mutationFn: () => client(resetFactors, { params: { id: person._id } }),
    onSuccess: ({ modifiedCount }) => {
      onDone();
      if (modifiedCount > 0) toastSuccess(userMessages.secondStep.done(person.email));
      else toastError(userMessages.secondStep.none(person.email));
    },
    onError: (error) => toastError(isAccountGone(error) ? userMessages.gone(person.email) : error.message),
  });
}

export type AccountStatusChange = 'suspend' | 'unverify' | 'reinstate';

const calls = { suspend: suspendAccount, unverify: unverifySeller, reinstate: reinstateAccount } as const;

/** Suspends, reinstates or un-verifies a user, with a reason. */
export function useChangeAccountStatus(person: ListedUser, onDone: () => void) {
  const client = useClient();
  const refetch = useRefetchPeople();
  return useMutation({
    mutationFn: ({ change, reason }: { change: AccountStatusChange; reason: string }) =>
      client(calls[change], { params: { id: person._id }, body: { reason } }),
    onSuccess: async ({ modifiedCount }, { change }) => {
      onDone();
      if (modifiedCount > 0) toastSuccess(userMessages.standing.done[change](person.email));
      else toastError(userMessages.standing.already);
      await refetch();
    },
    onError: async (error) => {
      if (!isAccountGone(error)) return;
      onDone();
      toastError(userMessages.gone(person.email));
      await refetch();
    },
  });
}

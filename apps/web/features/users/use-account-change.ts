import {
  deleteBuyer,
  deleteSeller,
  type ListedUser,
  reinstateAccount,
  suspendAccount,
  unverifySeller,
  verifySeller,
} from '@carhouse/contract/accounts';
import { ApiError } from '@carhouse/contract/client';
import { resetFactors } from '@carhouse/contract/factors';
import { texts } from '@carhouse/contract/texts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { people } from '#messages/people';
import { useClient } from '../../app/api.ts';
import { toastError, toastSuccess } from '../../app/toasts.tsx';

/** Reads the lists, the totals and the overview again. */
function useRefetchPeople(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['people'] }),
      queryClient.invalidateQueries({ queryKey: ['overview'] }),
    ]);
  };
}

/** Whether the server knows nobody of this id and role any more: somebody else was first. */
function isGone(error: Error): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Deletes the person (specification, sections 2 and 8). `done` is called when he is gone, by whomever. */
export function useDeletePerson(person: ListedUser, done: () => void) {
  const client = useClient();
  const refetch = useRefetchPeople();
  return useMutation({
    mutationFn: () => client(person.role === 'Seller' ? deleteSeller : deleteBuyer, { params: { id: person._id } }),
    onSuccess: async ({ deletedCount }) => {
      done();
      if (deletedCount > 0) toastSuccess(texts.toasts.deleted(person.email));
      await refetch();
    },
    onError: async (error) => {
      if (!isGone(error)) return;
      done();
      toastError(people.gone(person.email));
      await refetch();
    },
  });
}

/** Verifies a seller (specification, sections 2 and 8). `done` is called when the lists have been read again. */
export function useVerifySeller(person: Pick<ListedUser, '_id' | 'email'>, done?: () => void) {
  const client = useClient();
  const refetch = useRefetchPeople();
  return useMutation({
    mutationFn: () => client(verifySeller, { params: { id: person._id } }),
    onSuccess: async ({ modifiedCount }) => {
      await refetch();
      if (modifiedCount > 0) toastSuccess(texts.toasts.verified);
      else toastError(people.verifiedBefore);
      done?.();
    },
    onError: async (error) => {
      toastError(isGone(error) ? people.gone(person.email) : error.message);
      await refetch();
    },
  });
}

/** Takes the second step of the sign-in from somebody who has lost it. */
export function useResetSecondStep(person: ListedUser, done: () => void) {
  const client = useClient();
  return useMutation({
    mutationFn: () => client(resetFactors, { params: { id: person._id } }),
    onSuccess: ({ modifiedCount }) => {
      done();
      if (modifiedCount > 0) toastSuccess(people.secondStep.done(person.email));
      else toastError(people.secondStep.none(person.email));
    },
    onError: (error) => toastError(isGone(error) ? people.gone(person.email) : error.message),
  });
}

export type StandingChange = 'suspend' | 'unverify' | 'reinstate';

const calls = { suspend: suspendAccount, unverify: unverifySeller, reinstate: reinstateAccount } as const;

/** Suspends, reinstates or un-verifies, with a reason. */
export function useChangeStanding(person: ListedUser, done: () => void) {
  const client = useClient();
  const refetch = useRefetchPeople();
  return useMutation({
    mutationFn: ({ change, reason }: { change: StandingChange; reason: string }) =>
      client(calls[change], { params: { id: person._id }, body: { reason } }),
    onSuccess: async ({ modifiedCount }, { change }) => {
      done();
      if (modifiedCount > 0) toastSuccess(people.standing.done[change](person.email));
      else toastError(people.standing.already);
      await refetch();
    },
    onError: async (error) => {
      if (!isGone(error)) return;
      done();
      toastError(people.gone(person.email));
      await refetch();
    },
  });
}

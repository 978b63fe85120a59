import { ApiError, type Client } from '@carhouse/contract/client';
import { overview } from '@carhouse/contract/overview';
import { myWish, removeWish, restoreWish } from '@carhouse/contract/wishes';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { wishMessages } from '#messages/wishes';
import { useClient } from '../../app/api.ts';
import { invalidate, makeQueryKey } from '../../app/call-query.ts';
import { dismissToast, toastError, toastSuccess, toastWithAction } from '../../app/toasts.tsx';
import type { WishedCar } from './wish-queries.ts';

/**
 * Milliseconds for which the toast with Undo is shown. The time of the toast stops while the pointer is over the toast
 * or while the toast has the focus.
 */
const undoToastMs = 10_000;

export type RemovableWish = { readonly wishId: string; readonly title: string };

/**
 * Returns a function that removes a car from the wish list immediately, without asking for confirmation. A toast offers
 * Undo.
 */
export function useRemoveWish(): (wish: RemovableWish) => void {
  const client = useClient();
  const queryClient = useQueryClient();
  return (wish) => void remove(client, queryClient, wish);
}

async function remove(client: Client, queryClient: QueryClient, { wishId, title }: RemovableWish): Promise<void> {
  // The response to an earlier request for the list would show the car again, so such requests are cancelled.
  await queryClient.cancelQueries({ queryKey: makeQueryKey(myWish) });
  // The car is removed from the cached lists before the server has responded.
  queryClient.setQueriesData<readonly WishedCar[]>({ queryKey: makeQueryKey(myWish) }, (wishes) =>
    wishes?.filter(({ _id }) => _id !== wishId),
  );
  try {
    const { undo: undoToken } = await client(removeWish, { params: { id: wishId } });
    const toast = toastWithAction(
      <>
        {wishMessages.removed(title)}{' '}
        <button
          className="link"
          type="button"
          onClick={() => {
            dismissToast(toast);
            void restoreRemovedWish(client, queryClient, undoToken);
          }}
        >
          {wishMessages.undo}
        </button>
      </>,
      undoToastMs,
    );
  } catch (error) {
    // The status 404 means that the wish was already removed in another window, so the call counts as successful.
    if (!(error instanceof ApiError) || error.status !== 404) toastError((error as Error).message);
  }
  await refresh(queryClient);
}

async function restoreRemovedWish(client: Client, queryClient: QueryClient, undoToken: string): Promise<void> {
  try {
    await client(restoreWish, { body: { undo: undoToken } });
    toastSuccess(wishMessages.restored);
  } catch (error) {
    toastError((error as Error).message);
  }
  await refresh(queryClient);
}

async function refresh(queryClient: QueryClient): Promise<void> {
  await Promise.all([invalidate(queryClient, myWish), invalidate(queryClient, overview)]);
}

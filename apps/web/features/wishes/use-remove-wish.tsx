import { ApiError, type Client } from '@carhouse/contract/client';
import { overview } from '@carhouse/contract/overview';
import { myWish, removeWish, restoreWish } from '@carhouse/contract/wishes';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { wishMessages } from '#messages/wishes';
import { useClient } from '../../app/api.ts';
import { callKey, invalidate } from '../../app/call-query.ts';
import { dismissToast, toastError, toastSuccess, toastWithAction } from '../../app/toasts.tsx';
import type { WishedCar } from './wish-queries.ts';

/**
 * Milliseconds for which the toast with Undo is shown. The time does not run under the pointer or while the toast has the
 * focus.
 */
const undoShownFor = 10_000;

export type RemovableWish = { readonly wishId: string; readonly title: string };

/** Removes a car from the wish list immediately, without asking for confirmation; a toast offers Undo. */
export function useRemoveWish(): (wish: RemovableWish) => void {
  const client = useClient();
  const queryClient = useQueryClient();
  return (wish) => void remove(client, queryClient, wish);
}

async function remove(client: Client, queryClient: QueryClient, { wishId, title }: RemovableWish): Promise<void> {
  // The answer to an earlier request for the list would show the car again.
  await queryClient.cancelQueries({ queryKey: callKey(myWish) });
  // The cached lists are shown without the car before the server has answered.
  queryClient.setQueriesData<readonly WishedCar[]>({ queryKey: callKey(myWish) }, (wishes) =>
    wishes?.filter(({ _id }) => _id !== wishId),
  );
  try {
    const { undo } = await client(removeWish, { params: { id: wishId } });
    const toast = toastWithAction(
      <>
        {wishMessages.removed(title)}{' '}
        <button
          className="link"
          type="button"
          onClick={() => {
            dismissToast(toast);
            void restore(client, queryClient, undo);
          }}
        >
          {wishMessages.undo}
        </button>
      </>,
      undoShownFor,
    );
  } catch (error) {
    // A wish that another window has already removed gives 404, which is the wanted result.
    if (!(error instanceof ApiError) || error.status !== 404) toastError((error as Error).message);
  }
  await refresh(queryClient);
}

async function restore(client: Client, queryClient: QueryClient, undo: string): Promise<void> {
  try {
    await client(restoreWish, { body: { undo } });
    toastSuccess(wishMessages.restored);
  } catch (error) {
    toastError((error as Error).message);
  }
  await refresh(queryClient);
}

async function refresh(queryClient: QueryClient): Promise<void> {
  await Promise.all([invalidate(queryClient, myWish), invalidate(queryClient, overview)]);
}

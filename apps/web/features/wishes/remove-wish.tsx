import { ApiError } from '@carhouse/contract/client';
import { overview } from '@carhouse/contract/overview';
import { myWish, removeWish, type Wish } from '@carhouse/contract/wishes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { wishMessages } from '#messages/wishes';
import { useClient } from '../../app/api.ts';
import { invalidate } from '../../app/call-query.ts';
import { toastSuccess } from '../../app/toasts.tsx';
import { Button } from '../../ui/button.tsx';
import { carName } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { QuestionDialog } from '../../ui/question-dialog.tsx';

/** Takes a car off the list, after one question. */
export function RemoveWish({ wish }: { wish: Wish }): ReactElement {
  const [asking, setAsking] = useState(false);
  const client = useClient();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => client(removeWish, { params: { id: wish._id } }).catch(unlessGone),
    onSuccess: async () => {
      setAsking(false);
      toastSuccess(wishMessages.removed(wish.productTitle));
      // The card goes, and with it the button that had the focus.
      document.getElementById('main')?.focus();
      void invalidate(queryClient, overview);
      await invalidate(queryClient, myWish);
    },
  });
  return (
    <>
      <Button aria-label={wishMessages.remove(wish.productTitle)} onClick={() => setAsking(true)}>
        <Icon of={Trash2} />
      </Button>
      {asking ? (
        <QuestionDialog
          title={wishMessages.removeQuestion}
          onClose={() => setAsking(false)}
          sending={remove}
          keep={wishMessages.keep}
          confirm={wishMessages.removeNow}
          onConfirm={() => remove.mutate()}
        >
          <p>{wishMessages.removeText(carName(wish.category, wish.productTitle))}</p>
        </QuestionDialog>
      ) : null}
    </>
  );
}

/** Removed in another window: the wanted state is reached. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
}

import type { Wish } from '@carhouse/contract/wishes';
import { Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { wishMessages } from '#messages/wishes';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useRemoveWish } from './use-remove-wish.tsx';

/** The button that removes a car from the wish list immediately. A toast offers Undo. */
export function RemoveWishButton({ wish }: { wish: Wish }): ReactElement {
  const remove = useRemoveWish();
  return (
    <Button
      aria-label={wishMessages.remove(wish.productTitle)}
      onClick={() => {
        remove({ wishId: wish._id, title: wish.productTitle });
        // The card is removed with the focused button, so `main` gets the focus.
        document.getElementById('main')?.focus();
      }}
    >
      <Icon of={Trash2} />
    </Button>
  );
}

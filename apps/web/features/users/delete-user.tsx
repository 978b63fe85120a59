import type { ListedUser } from '@carhouse/contract/accounts';
import { texts } from '@carhouse/contract/texts';
import { CircleAlert } from 'lucide-react';
import { type ReactElement, useId } from 'react';
import { userMessages } from '#messages/users';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useDeleteUser } from './use-account-change.ts';
import { UserCard } from './user-card.tsx';
import type { ListedRole } from './user-queries.ts';

type Props = {
  readonly person: ListedUser;
  readonly of: ListedRole;
  readonly onClose: () => void;
  /** The person is gone. */
  readonly onDone: () => void;
};

/** The question before a user is deleted, and what happens to the cars and bookings (specification, section 2). */
export function DeleteUser({ person, of: role, onClose, onDone }: Props): ReactElement {
  const about = useId();
  const deletion = useDeleteUser(person, onDone);
  const effect =
    role === 'Seller' ? userMessages.deleting.Seller(person.cars) : userMessages.deleting.Buyer(person.orders);
  return (
    <Dialog
      title={texts.people.sureToDelete(role)}
      onClose={onClose}
      small
      alert
      describedBy={about}
      busy={deletion.isPending}
    >
      <div className="dialog__body user__body" id={about}>
        <UserCard person={person} />
        <p className="small num">{effect}</p>
        {deletion.error === null ? null : (
          <Callout icon={CircleAlert} kind="stop" role="alert">
            {deletion.error.message} {userMessages.keep}
          </Callout>
        )}
      </div>
      <div className="dialog__foot">
        <Button data-autofocus disabled={deletion.isPending} onClick={onClose}>
          {texts.people.cancel}
        </Button>
        <Button kind="danger" busy={deletion.isPending} onClick={() => deletion.mutate()}>
          {texts.people.delete}
        </Button>
      </div>
    </Dialog>
  );
}

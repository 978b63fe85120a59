import type { ListedUser } from '@carhouse/contract/accounts';
import { texts } from '@carhouse/contract/texts';
import { CircleAlert } from 'lucide-react';
import { type ReactElement, useId } from 'react';
import { people } from '#messages/people';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Note } from '../../ui/note.tsx';
import type { ListedRole } from './people-queries.ts';
import { PersonCard } from './person-card.tsx';
import { useDeletePerson } from './use-account-change.ts';

type Props = {
  readonly person: ListedUser;
  readonly of: ListedRole;
  readonly onClose: () => void;
  /** The person is gone. */
  readonly onDone: () => void;
};

/** The question before somebody is deleted, and what happens to the cars and bookings (specification, section 2). */
export function DeletePerson({ person, of: role, onClose, onDone }: Props): ReactElement {
  const about = useId();
  const deletion = useDeletePerson(person, onDone);
  const effect = role === 'Seller' ? people.deleting.Seller(person.cars) : people.deleting.Buyer(person.orders);
  return (
    <Dialog
      title={texts.people.sureToDelete(role)}
      onClose={onClose}
      small
      alert
      describedBy={about}
      busy={deletion.isPending}
    >
      <div className="dlg__body person__body" id={about}>
        <PersonCard person={person} />
        <p className="small num">{effect}</p>
        {deletion.error === null ? null : (
          <Note icon={CircleAlert} kind="stop" role="alert">
            {deletion.error.message} {people.keep}
          </Note>
        )}
      </div>
      <div className="dlg__foot">
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

import type { ListedUser } from '@carhouse/contract/accounts';
import { texts } from '@carhouse/contract/texts';
import { CircleAlert } from 'lucide-react';
import { type ReactElement, useId } from 'react';
import { sharedMessages } from '#messages/shared';
import { userMessages } from '#messages/users';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useDeleteUser, useResetSecondStep } from './use-account-change.ts';
import type { ListedRole } from './user-queries.ts';
import styles from './users-page.module.css';

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
      <div className={`dialog__body ${styles.userBody}`} id={about}>
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

const text = userMessages.secondStep;

/** The confirmation before a user's second factor is reset: their sessions end, and the password alone is enough for the next sign-in. */
export function ResetSecondStep({ person, onClose }: { person: ListedUser; onClose: () => void }): ReactElement {
  const about = useId();
  const resetting = useResetSecondStep(person, onClose);
  return (
    <Dialog title={text.question} onClose={onClose} small alert describedBy={about} busy={resetting.isPending}>
      <div className={`dialog__body ${styles.userBody}`} id={about}>
        <UserCard person={person} />
        <p className="small">{text.effect}</p>
      </div>
      <div className="dialog__foot">
        <Button data-autofocus disabled={resetting.isPending} onClick={onClose}>
          {sharedMessages.cancel}
        </Button>
        <Button kind="danger" busy={resetting.isPending} onClick={() => resetting.mutate()}>
          {text.reset}
        </Button>
      </div>
    </Dialog>
  );
}

/** Whom a dialog is about: photo, name, e-mail. */
export function UserCard({ person, id }: { person: ListedUser; id?: string }): ReactElement {
  return (
    <div className={styles.user} id={id}>
      <Avatar name={person.name} image={person.photoURL} size="lg" />
      <div>
        <p className={styles.userName}>{person.name}</p>
        <p className="muted small">{person.email}</p>
      </div>
    </div>
  );
}

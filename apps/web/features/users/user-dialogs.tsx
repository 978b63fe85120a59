import type { ListedUser } from '@carhouse/contract/accounts';
import { texts } from '@carhouse/contract/texts';
import type { ReactElement } from 'react';
import { userMessages } from '#messages/users';
import { Avatar } from '../../ui/avatar.tsx';
import { QuestionDialog } from '../../ui/question-dialog.tsx';
import { useDeleteUser, useResetSecondStep } from './use-account-change.ts';
import type { ListedRole } from './user-queries.ts';
import styles from './users-page.module.css';

type Props = {
  readonly person: ListedUser;
  readonly listedRole: ListedRole;
  readonly onClose: () => void;
  /** Called when the user has been deleted. */
  readonly onDone: () => void;
};

/**
 * A dialog that asks for confirmation before a user is deleted, and says what happens to the cars and bookings
 * (specification, section 2).
 */
export function DeleteUser({ person, listedRole, onClose, onDone }: Props): ReactElement {
  const deleteMutation = useDeleteUser(person, onDone);
  const deletionEffect =
    listedRole === 'Seller' ? userMessages.deleting.Seller(person.cars) : userMessages.deleting.Buyer(person.orders);
  return (
    <QuestionDialog
      title={texts.people.sureToDelete(listedRole)}
      onClose={onClose}
      request={deleteMutation}
      textAfterError={userMessages.keep}
      cancelLabel={texts.people.cancel}
      confirm={texts.people.delete}
      bodyClass={styles.userBody}
      onConfirm={() => deleteMutation.mutate()}
    >
      <UserCard person={person} />
      <p className="small num">{deletionEffect}</p>
    </QuestionDialog>
  );
}

const text = userMessages.secondStep;

/**
 * A dialog that asks for confirmation before a user's second factor is reset. The dialog says that the user's sessions
 * end, and that the next sign-in of the user needs only the password.
 */
export function ResetSecondStep({ person, onClose }: { person: ListedUser; onClose: () => void }): ReactElement {
  const resetMutation = useResetSecondStep(person, onClose);
  return (
    <QuestionDialog
      title={text.question}
      onClose={onClose}
      request={{ isPending: resetMutation.isPending, error: null }}
      confirm={text.reset}
      bodyClass={styles.userBody}
      onConfirm={() => resetMutation.mutate()}
    >
      <UserCard person={person} />
      <p className="small">{text.effect}</p>
    </QuestionDialog>
  );
}

/** The user whom a dialog is about: image, name and e-mail address. */
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

import type { ListedUser } from '@carhouse/contract/accounts';
import type { ReactElement } from 'react';
import { Avatar } from '../../ui/avatar.tsx';

/** Whom a dialog is about: photo, name, e-mail. */
export function UserCard({ person, id }: { person: ListedUser; id?: string }): ReactElement {
  return (
    <div className="user" id={id}>
      <Avatar name={person.name} photo={person.photoURL} size="lg" />
      <div>
        <p className="user__name">{person.name}</p>
        <p className="muted small">{person.email}</p>
      </div>
    </div>
  );
}

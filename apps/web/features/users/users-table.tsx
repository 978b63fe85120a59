import type { ListedUser } from '@carhouse/contract/accounts';
import { texts } from '@carhouse/contract/texts';
import { adminEventsOn, verificationChange } from '@carhouse/domain/account/account-policy';
import { Check, Ellipsis } from 'lucide-react';
import { type ReactElement, useRef } from 'react';
import { userMessages } from '#messages/users';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge, VerifiedBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable, type TableShape, TableSkeleton } from '../../ui/data-table.tsx';
import { count } from '../../ui/format.ts';
import { date } from '../../ui/format-date.ts';
import { Icon } from '../../ui/icon.tsx';
import { useVerifySeller } from './use-account-change.ts';
import type { ListedRole } from './user-queries.ts';
import styles from './users-page.module.css';

const { columns } = userMessages;

function tableOf(role: ListedRole): TableShape {
  return {
    className: styles.users,
    caption: userMessages.caption[role],
    columns: [
      columns.name,
      columns.email,
      columns.role,
      { name: role === 'Seller' ? columns.cars : columns.orders, as: 'amount' },
      { name: columns.joined, as: 'newest' },
      { name: columns.actions, as: 'actions' },
    ],
  };
}

type TableProps = {
  readonly of: ListedRole;
  readonly people: readonly ListedUser[];
  readonly onDelete: (person: ListedUser) => void;
  readonly onManage: (person: ListedUser) => void;
};

/** Avatar, name, e-mail and role of each, and what can be done (specification, section 2). */
export function UsersTable({ of: role, people: listed, onDelete, onManage }: TableProps): ReactElement {
  return (
    <DataTable {...tableOf(role)}>
      {listed.map((person) => (
        <PersonRow
          key={person._id}
          of={role}
          person={person}
          onDelete={() => onDelete(person)}
          onManage={() => onManage(person)}
        />
      ))}
    </DataTable>
  );
}

type RowProps = {
  readonly of: ListedRole;
  readonly person: ListedUser;
  readonly onDelete: () => void;
  readonly onManage: () => void;
};

function PersonRow({ of: role, person, onDelete, onManage }: RowProps): ReactElement {
  const manage = useRef<HTMLButtonElement>(null);
  return (
    <tr>
      <td>
        <span className="who">
          <Avatar name={person.name} image={person.photoURL} />
          <b>
            <span className={styles.whoName}>{person.name}</span>
            {person.permission === 'Verified' ? <VerifiedBadge /> : null}
            {person.status === 'suspended' ? <Badge kind="stop">{userMessages.suspended}</Badge> : null}
          </b>
        </span>
      </td>
      <td className="full mail">{person.email}</td>
      <td>{person.role}</td>
      <td className="num align-right" data-l={role === 'Seller' ? columns.cars : columns.orders}>
        {count(role === 'Seller' ? person.cars : person.orders)}
      </td>
      <td className={`num full ${styles.joined}`} data-l={columns.joined}>
        {date(person.joinedAt)}
      </td>
      <td className="actions-cell">
        <span className="actions">
          {role === 'Seller' ? <Verification person={person} onDone={() => manage.current?.focus()} /> : null}
          {adminEventsOn(person.status, false).includes('delete') ? (
            <Button
              kind="quiet"
              className="btn--dangerquiet"
              aria-label={userMessages.deleteNamed(person.name)}
              onClick={onDelete}
            >
              {texts.people.delete}
            </Button>
          ) : null}
          <button
            ref={manage}
            className="iconbtn"
            type="button"
            aria-label={userMessages.manageNamed(person.name)}
            onClick={onManage}
          >
            <Icon of={Ellipsis} />
          </button>
        </span>
      </td>
    </tr>
  );
}

/** The button, or the text that takes its place (specification, section 2). A suspended seller is not verified now. */
function Verification({ person, onDone }: { person: ListedUser; onDone: () => void }): ReactElement {
  const verification = useVerifySeller(person, onDone);
  const change = verificationChange({ status: person.status, verified: person.permission === 'Verified' });
  if (change === 'unverify') {
    return (
      <span className="row-done">
        <Icon of={Check} />
        {texts.people.verified}
      </span>
    );
  }
  if (change === null) return <span />;
  return (
    <Button
      kind={verification.isPending ? 'plain' : 'primary'}
      aria-label={userMessages.verifyNamed(person.name)}
      busy={verification.isPending}
      onClick={() => verification.mutate()}
    >
      {texts.people.verify}
    </Button>
  );
}

/** Placeholder rows of the same height, shown while the users are being fetched. */
export function UsersSkeleton({ of: role }: { of: ListedRole }): ReactElement {
  const cells = [undefined, 'full mail', undefined, 'align-right', `full ${styles.joined}`, 'actions-cell'];
  return <TableSkeleton {...tableOf(role)} rows={8} cells={cells} avatar />;
}
